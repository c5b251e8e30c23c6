/** Shown outside the site: feeds, embeds, the app manifest. Always in English, because nobody knows who will read it. */
export const machine = {
  "machine.description": "Memes, rated from a smirk to a guffaw.",
  "machine.post": "Post a meme",
  "machine.search": "Search",
  "machine.random": "Random meme",
  "machine.new-memes": "New memes on Guffaw",
  "machine.hot-memes": "Hot memes on Guffaw",
  "machine.days": "Meme of the day on Guffaw",
  "machine.top-1d": "The best memes of the day on Guffaw",
  "machine.top-7d": "The best memes of the week on Guffaw",
  "machine.top-1mo": "The best memes of the month on Guffaw",
  "machine.top-all": "The best memes of all time on Guffaw",
  "machine.memes-of": "Memes by {name}",
  "machine.bad-size": "The {name} must be a whole number of pixels, at least 1.",
  "machine.no-address": "Put the address of a meme in the url parameter.",
  "machine.only-json": "Only the json format is supported.",
} as const;
