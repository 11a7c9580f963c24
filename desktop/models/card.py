"""One model: what it is good for, whether it suits this machine, and what can be done with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.models import words
from desktop.models.bar import TransferBar
from desktop.models.look import Look, can_check
from desktop.models.question import Question
from desktop.models.style import restyle
from desktop.work.transfers import Transfer
from models.listing import Listed
from models.progress import size_text


class ModelCard(QFrame):
    """A row of a `Look`; every signal carries the model's name."""

    use_asked = Signal(str)
    fetch_asked = Signal(str)
    wheels_asked = Signal(str)
    unlock_asked = Signal(str)
    pause_asked = Signal(str)
    go_on_asked = Signal(str)
    cancel_asked = Signal(str)
    checkup_asked = Signal(str)
    stop_asked = Signal()
    remove_asked = Signal(str)

    def __init__(self, row: Listed) -> None:
        super().__init__()
        self.setObjectName("modelcard")
        self.name = row.name
        title = row.entry.label if row.entry else row.name
        self.title, self.badge = QLabel(title), QLabel()
        self.good_for = QLabel(row.entry.good_for if row.entry else self.tr("Your own; not in the catalog."))
        self.facts, self.note = QLabel(), QLabel()
        self._details = QWidget()
        self.use = self._button(self.tr("Use"), title, lambda: self.use_asked.emit(self.name))
        self.fetch = self._button(self.tr("Download"), title, lambda: self.fetch_asked.emit(self.name))
        self.checkup = self._button(self.tr("Check up"), title, self._check_up)
        self.remove = self._button(self.tr("Remove …"), title, self._ask_to_remove)
        self.more = self._button(self.tr("Details"), title, lambda: self._unfold(self._details.isHidden()))
        self.more.setCheckable(True)
        self._bar: TransferBar | None = None
        self._question: Question | None = None
        self._row = row
        self._checking = False
        self._lay_out()

    @property
    def bar(self) -> TransferBar:
        """Made when it is first needed, like the question: most cards never are."""
        if self._bar is None:
            entry = self._row.entry
            self._bar = bar = TransferBar(self.title.text(), entry is not None and entry.wheels is not None)
            for mine, theirs in (
                (self.pause_asked, bar.pause_asked),
                (self.go_on_asked, bar.go_on_asked),
                (self.cancel_asked, bar.cancel_asked),
                (self.fetch_asked, bar.again_asked),
                (self.wheels_asked, bar.wheels_asked),
                (self.unlock_asked, bar.unlock_asked),
            ):
                theirs.connect(lambda signal=mine: signal.emit(self.name))
            self._column.insertWidget(self._column.indexOf(self._details), bar)
        return self._bar

    @property
    def question(self) -> Question:
        if self._question is None:
            self._question = Question()
            self._question.agreed.connect(lambda: self.remove_asked.emit(self.name))
            self._column.insertSpacing(self._column.indexOf(self._details), 4)
            self._column.insertWidget(self._column.indexOf(self._details), self._question)
        return self._question

    def show_row(self, row: Listed, look: Look, in_use: bool) -> None:
        """Take over what is known of the model now."""
        self._row = row
        fit = look.fit(row.name)
        lacks = words.lacks(fit, look) if fit and not row.ready else ""
        usable = can_check(row)
        self.facts.setText(words.facts(row, fit))
        self.say(words.trouble(row) or lacks)
        if in_use and usable:
            self._badge(self.tr("In use"), "use")
        elif row.name == look.recommended:
            self._badge(self.tr("Recommended here"), "advice")
        elif row.entry and row.entry.kind == "embedding":
            self._badge(self.tr("For the source desk"), "quiet")
        else:
            self._badge("", "quiet")
        self.fetch.setVisible(row.entry is not None and not row.ready)
        self.fetch.setText(
            self.tr("Go on downloading") if row.status == "incomplete" else self.tr("Download")
        )
        self.fetch.setEnabled(fit is None or fit.fits_disk)
        self._primary(self.fetch, row.name == look.recommended and not look.any_ready)
        self.use.setVisible(usable and not in_use)
        self.checkup.setVisible(usable)
        self.remove.setVisible(row.model is not None and row.status != "missing")
        self.remove.setText(self.tr("Forget …") if row.model and row.model.linked else self.tr("Remove …"))
        if not self._details.isHidden():
            self._fill_details()

    def show_transfer(self, transfer: Transfer | None) -> None:
        if transfer or self._bar:
            self.bar.show_transfer(transfer)
        if transfer and (transfer.under_way or transfer.phase == "failed"):
            self.fetch.hide()

    def show_checkup(self, sentence: str) -> None:
        """A check-up of this model goes on and does this; "" once it is over."""
        self._checking = bool(sentence)
        self.checkup.setText(self.tr("Stop") if sentence else self.tr("Check up"))
        self.say(sentence)

    def allow_checkup(self, allowed: bool) -> None:
        """Two models at once would slow each other down far more than twofold."""
        self.checkup.setEnabled(allowed or self._checking)
        self.checkup.setToolTip(
            self.tr("Measure its speed, and whether its results can be reproduced here; takes minutes")
            if allowed
            else self.tr("Possible once the machine is done with what it does now")
        )

    def say(self, sentence: str) -> None:
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    def details_labels(self) -> list[QLabel]:
        """What the open details say."""
        return self._details.findChildren(QLabel)

    def _check_up(self) -> None:
        if self._checking:
            self.stop_asked.emit()
        else:
            self.checkup_asked.emit(self.name)

    def _ask_to_remove(self) -> None:
        model = self._row.model
        if model is None:
            return
        if model.linked:
            sentence = self.tr("Forget it? Its file stays where it is: {path}").format(path=model.path)
            self.question.ask(sentence, self.tr("Forget"), self.tr("Keep"))
        else:
            sentence = self.tr("Delete its {size} from this machine?").format(size=size_text(model.size))
            self.question.ask(sentence, self.tr("Delete"), self.tr("Keep"))

    def _unfold(self, unfold: bool) -> None:
        if unfold:
            self._fill_details()
        self.more.setChecked(unfold)
        self._details.setVisible(unfold)

    def _fill_details(self) -> None:
        grid = self._details.layout()
        assert isinstance(grid, QGridLayout)
        while item := grid.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        for number, (what, value) in enumerate(words.details(self._row)):
            name, text = QLabel(what), QLabel(value)
            name.setProperty("role", "quiet")
            text.setWordWrap(True)
            text.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            text.setAccessibleName(what)
            grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, number, 1)

    def _badge(self, text: str, kind: str) -> None:
        self.badge.setText(text)
        self.badge.setVisible(bool(text))
        restyle(self.badge, "badge", kind)

    def _primary(self, button: QPushButton, primary: bool) -> None:
        restyle(button, "primary", primary)

    def _button(self, text: str, title: str, press: object) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("compact", True)
        button.setAccessibleDescription(title)
        button.clicked.connect(press)
        return button

    def _lay_out(self) -> None:
        self.title.setProperty("role", "heading")
        self.badge.setProperty("badge", "quiet")
        self.badge.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.more.setProperty("flat", True)
        for label in (self.good_for, self.facts, self.note):
            label.setWordWrap(True)
        self.facts.setProperty("role", "small")
        self.note.setProperty("role", "quiet")
        self.note.hide()
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.title)
        top.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignVCenter)
        top.addStretch()
        for button in (self.more, self.checkup, self.remove, self.use, self.fetch):
            top.addWidget(button)
        grid = QGridLayout(self._details)
        grid.setContentsMargins(0, 8, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        self._details.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 12, 12, 12)
        self._column.setSpacing(4)
        self._column.addLayout(top)
        for widget in (self.good_for, self.facts, self.note, self._details):
            self._column.addWidget(widget)
