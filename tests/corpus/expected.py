"""What a person finds in the corpus: the paragraphs of each draft, headings with a #, block quotations with a
>, and who says what. Written by hand from the sources."""

HARBOR = [
    "# Harbor toll divides the town",
    "By Ingrid Sorensen",
    "The town council voted 5-4 on Tuesday to charge a toll of $3 on the harbor road from May, after a "
    "debate that lasted well into the night and filled the hall.",
    "“We cannot repair the sea wall with good intentions,” said Mayor Odile Brandt, who proposed the toll. "
    "“Every winter we wait, the bill grows.”",
    "Shop owners on the quay called the plan a “tourist tax” and announced a petition. Their spokesman, "
    "Tomas Reyes, said the council had “not asked a single person who works there”.",
    "# What the toll would pay for",
    "The sea wall was last repaired in 1987. An engineer’s report put the cost of a new one at $4.2 million, "
    "a well-known figure that no one at the meeting disputed.",
    "> The wall is sound today. It will not be sound in ten years unless the lower third is rebuilt, and the "
    "cost of delay is larger than the cost of work.",
    "“I have lived here for sixty years,” Edna Falk told the council. “I have seen the water come over that "
    "wall four times.",
    "“Nobody asked my mother for three dollars,” she added.",
    "# What happens next",
    "The toll needs the approval of the county, which is expected in March. A council member who voted "
    "against it, Priya Nair, said residents had told her, “The mayor said ‘no new taxes’ and then "
    "she did this.”",
    "The next meeting is on 12 February.",
]
HARBOR_SPEAKERS = [
    ("We cannot repair the sea wall with good intentions,", "Mayor Odile Brandt"),
    ("Every winter we wait, the bill grows.", "Mayor Odile Brandt"),
    ("tourist tax", "Shop owners on the quay"),
    ("not asked a single person who works there", "Tomas Reyes"),
    ("I have lived here for sixty years,", "Edna Falk"),
    ("I have seen the water come over that wall four times.", "Edna Falk"),
    ("Nobody asked my mother for three dollars,", "she"),
    ("The mayor said ‘no new taxes’ and then she did this.", "residents"),
    ("no new taxes", "The mayor"),
]
CLINIC = [
    "# Night clinic to close after eleven years",
    "By Pauline Okafor and Lee Marsh",
    "The night clinic on Water Street will close at the end of the month, the hospital trust confirmed on "
    "Friday, eleven years after it opened with a promise of care around the clock.",
    '"The numbers no longer support a separate site," said Ruth Adler, the trust\'s director. Fewer than '
    "nine patients a night came in the past year, she said.",
    'Nurses disputed the figures. According to the union, "the trust counted only those who gave an '
    'address", and so left out many who sleep rough.',
    "# A long quarrel",
    'The clinic has been a "pilot" for most of its life. Three reviews recommended that it stay open; the '
    "fourth, published last week, did not.",
    'Dr. Hamid Azari, who led the first review, called the decision "a bureaucratic reflex". The trust\'s '
    'chairman replied: "We followed the evidence, and the evidence had changed."',
    "A vigil is planned for Sunday at 6 p.m. outside the clinic.",
]
CLINIC_SPEAKERS = [
    ("The numbers no longer support a separate site,", "Ruth Adler"),
    ("the trust counted only those who gave an address", "the union"),
    ("pilot", None),
    ("a bureaucratic reflex", "Dr. Hamid Azari"),
    ("We followed the evidence, and the evidence had changed.", "The trust's chairman"),
]
PAGE = [
    *HARBOR[:4],
    "The sea wall in January.",
    *HARBOR[4:6],
    "The sea wall was last repaired in 1987. An engineer’s report put the cost of a new one at $4.2 million, "
    "a figure that no one at the meeting disputed.",
    HARBOR[7],
    "The toll needs the approval of the county, which is expected in March.",
]
COLUMNS = [
    HARBOR[0],
    "The town council voted 5-4 on Tuesday to charge a toll of $3 on the harbor road from May, after an "
    "extraordinarily complicated debate that lasted well into the night and filled the hall.",
    HARBOR[3],
    HARBOR[4],
    HARBOR[5],
    "The sea wall was last repaired in 1987. An engineering consultancy put the cost of a new one at $4.2 "
    "million, a well-known figure that no one at the meeting disputed.",
    "The toll needs the approval of the county administration, which is expected in March. A council "
    "member who voted against it, Priya Nair, said that residents deserved a referendum before the "
    "construction begins.",
    "The next meeting is on 12 February, and representatives of the neighboring municipalities are invited.",
]
REVISED = [
    "# Harbor toll divides the town",
    "The council voted 5-4 to charge a toll of $3 on the harbor road.",
    "This paragraph ends here, once its mark is deleted.",
    "“We will not pay,” said Tomas Reyes. He left.",
    "The vote came after midnight.",
]
TABLE = [
    "# Four towns, four tolls",
    "The tolls differ from town to town.",
    "Town",
    "Toll",
    "Westhaven",
    "$3",
    "Residents pay half.",
    "A first line and a second one.",
    "A nobreak‑hyphen and a space, naïve café, 東京, 🚢.",
]
PROOF = [
    "# A proof of many pages",
    *(
        f"Paragraph {index} of the proof says what the council decided about item {index} of its agenda, and "
        "it takes more than one line to say so because councils like to talk. Nobody in the hall objected."
        for index in range(1, 61)
    ),
]
SCAN = [
    "The first page has text, and the second is only a picture of a page.",
    "The third page has text again.",
]

PARAGRAPHS = {
    "harbor": HARBOR, "clinic": CLINIC, "page": PAGE, "columns": COLUMNS, "revised": REVISED, "table": TABLE,
    "proof": PROOF, "scan": SCAN,
}  # fmt: skip
SPEAKERS = {"harbor": HARBOR_SPEAKERS, "clinic": CLINIC_SPEAKERS}
