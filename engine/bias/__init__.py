"""Media bias detection by structured argument debate: agents, scoring, consensus, debate, verification."""
