/** Messages of the picker that other sites put on their pages. */
export const picker = {
  "picker.title": "Memes",
  "picker.search": "Search memes",
  "picker.tags": "Popular tags",
  "picker.found": "Memes to choose from",
  "picker.nothing": "Nothing found. Try another word.",
  "picker.more": "Show more",
  "picker.refused":
    "This picker isn't allowed to search here: its GIF key is missing, wrong or meant for another site.",
  "picker.failed": "The memes didn't load. Try again in a moment.",
} as const;
