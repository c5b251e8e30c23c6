/** A meme's page. */
export const meme = {
  "meme.title": "A meme by {name}",
  "meme.description": "A meme by {name}, rated on Guffaw.",
  "meme.unfolds": "A meme by {name}. Rate it from 1 to 5.",
  "meme.nameless": "A meme without a caption",
  "meme.wordless": "No words needed",
  "meme.full-size": "See it in full size",
  "meme.hidden": "Private: only you can see it.",

  "meme.hidden-by-staff":
    "A moderator has hidden this meme. Only you can see it, and only a moderator can show it again.",
  "meme.hidden-because": "Reason: {reason}",
  "meme.waits": "Waiting for approval. Until then, only you can see it.",

  "meme.others": "Other memes",
  "meme.newer": "Newer",
  "meme.older": "Older",
  "meme.random": "Random",

  "meme.ratings": "Ratings",
  "meme.raters": "See everyone's ratings",
  "meme.grade": "{grade} out of 5",
  "meme.histogram": "How people rated it",

  "meme.address": "Link to this meme",
  "meme.copy": "Copy link",
  "meme.copy-picture": "Copy picture",
  "meme.download": "Download",
  "meme.share": "Share",

  "meme.edit": "Edit caption",
  "meme.caption": "Caption",
  "meme.alt": "What the picture shows, for people who can't see it",
  "meme.save": "Save",
  "meme.show": "Make public",
  "meme.hide": "Make private",
  "meme.delete": "Delete",
  "meme.delete-lead": "This deletes the meme for good, along with its ratings and comments.",
  "meme.delete-yes": "Delete for good",

  "meme.comments.one": "{count} comment",
  "meme.comments.other": "{count} comments",
  "meme.sign-in-to-say": "<link>Sign in</link> to comment.",
  "meme.more-comments": "More comments",
  "meme.author": "Author",
  "meme.reply": "Reply",
  "meme.delete-comment": "Delete",
  "meme.your-comment": "Your comment",
  "meme.your-reply": "Your reply",
  "meme.say-something": "Say something funny, or kind",
  "meme.comment": "Comment",
} as const;
