/** Answers to an operator's questions: who deleted it, when will the disk be full, why was it slow. */
export const adminAnswers = {
  "admin.deletions": "Deleted memes",
  "admin.deletions-lead": "Who deleted which meme, for a year. Nothing of the meme itself is kept.",
  "admin.deletions-find": "Meme ID",
  "admin.deletions-hint": "It's in the address of the meme's page.",
  "admin.deletions-recent": "Deleted lately",
  "admin.deletions-none": "Nobody has deleted a meme. All of them must be good.",
  "admin.deletions-not-found":
    "There's no record of this. The meme is still there, never was, or went more than a year ago.",
  "admin.deletions-meme": "Meme {id}",
  "admin.deletions-account-gone": "somebody whose account is gone",
  "admin.deletions-by-author": "Deleted by its author, <link>{name}</link>",
  "admin.deletions-by-gone-author": "Deleted by its author, whose account is gone",
  "admin.deletions-by-other": "Deleted by {by}; posted by <link>{name}</link>",
  "admin.deletions-by-other-gone": "Deleted by {by}; the author's account is gone",
  "admin.deletions-how-website": "On the website",
  "admin.deletions-how-key": "With the API key “{name}”",
  "admin.deletions-how-command": "At the command line",
  "admin.deletions-how-account": "Together with the account",
  "admin.job-kind-forget-deletions": "Forgets who deleted a meme more than a year ago.",
} as const;
