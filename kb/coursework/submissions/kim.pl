% Kim was ill this week.
