export const tags = {
  "tags.title": "Tags",
  "tags.description": "What the memes here are about.",
  "tags.about": "Memes tagged #{name}, rated from a flat smirk to a full guffaw.",
  "tags.memes.one": "meme",
  "tags.memes.other": "memes",
  "tags.orders": "Order",
  "tags.empty": "Nothing to laugh at under #{name} right now. Use it in a caption to get it going.",
  "tags.followed": "Tags you follow",
  "tags.popular": "Popular tags",
  "tags.none": "No tags yet. Put a # in front of a word in a caption, and it becomes one.",
} as const;
