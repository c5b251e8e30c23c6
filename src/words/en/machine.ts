/** Shown outside the site: feeds, embeds, the app manifest. Always in English, because nobody knows who will read it. */
export const machine = {
  "machine.description": "Memes, rated from a smirk to a guffaw.",
  "machine.post": "Post a meme",
  "machine.search": "Search",
  "machine.random": "Random meme",
  "machine.new-memes": "New memes on {site}",
  "machine.hot-memes": "Hot memes on {site}",
  "machine.days": "Meme of the day on {site}",
  "machine.top-1d": "The best memes of the day on {site}",
  "machine.top-7d": "The best memes of the week on {site}",
  "machine.top-1mo": "The best memes of the month on {site}",
  "machine.top-all": "The best memes of all time on {site}",
  "machine.memes-of": "Memes by {name} on {site}",
  "machine.tagged": "#{tag} on {site}",
  "machine.bad-size": "The {name} must be a whole number of pixels, at least 1.",
  "machine.no-address": "Put the address of a meme in the url parameter.",
  "machine.only-json": "Only the json format is supported.",
} as const;
