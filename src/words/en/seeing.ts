/** What people want to see: mature memes, muted and blocked people, muted words. */
export const seeing = {
  "seeing.title": "What you see",
  "seeing.mature": "Mature, 18+",
  "seeing.show-it": "Show",
  "seeing.hide-it": "Hide",
  "seeing.always": "Mature pictures are blurred. <link>Always show them</link>",

  "seeing.mature-title": "Mature memes",
  "seeing.mature-lead":
    "They are for people 18 and over: they may show nudity, violence or worse taste than usual. Unless you say otherwise, their pictures are blurred.",
  "seeing.mature-ask": "Show mature memes",
  "seeing.mature-hint": "I'm at least 18 years old.",
  "seeing.mature-cookie": "We remember this in a cookie in this browser, and nowhere else.",
  "seeing.mature-yes": "I'm 18 or older. Show them",
  "seeing.mature-no": "Hide them again",
  "seeing.save": "Save",

  "seeing.words": "Muted words",
  "seeing.words-lead": "Memes and comments with these words are left out of your lists.",
  "seeing.word": "Word, or several in a row",
  "seeing.word-hint": "Upper and lower case, accents and punctuation don't matter.",
  "seeing.mute-word": "Mute",
  "seeing.unmute-word": "Unmute {word}",

  "seeing.muted": "Muted people",
  "seeing.muted-lead":
    "Their memes and comments are left out of your lists, and you aren't notified of what they do. They don't know.",
  "seeing.muted-none": "Nobody. How peaceful.",
  "seeing.blocked": "Blocked people",
  "seeing.blocked-lead": "You don't see them, and they don't see you.",
  "seeing.blocked-none": "Nobody. May it stay that way.",

  "seeing.more": "More about {name}",
  "seeing.mute": "Mute {name}",
  "seeing.unmute": "Unmute {name}",
  "seeing.block": "Block {name}",
  "seeing.unblock": "Unblock {name}",
  "seeing.report": "Report this meme",
  "seeing.is-muted": "You've muted {name}: lists leave them out. Here you see everything.",
  "seeing.is-blocked": "While you block {name}, you don't see their memes and comments, and they don't see yours.",
  "note.muted": "Muted. They won't know.",
  "note.unmuted": "Unmuted.",
  "note.blocked": "Blocked. You won't see each other any more.",
  "note.unblocked": "Unblocked.",
} as const;
