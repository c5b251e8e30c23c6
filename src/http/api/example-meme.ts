const id = "140737488355328000";

export const exampleUser = {
  username: "jester",
  bio: "I make the memes around here.",
  id: JSON.rawJSON(id),
  id_str: id,
  stats: { memes: 12, followers: 3, following: 1 },
  perks: { verified: true, staff: false, translator: false, pro: false, service: false, founder: false },
  permalink: `http://localhost:8420/profile/${id}`,
  joined: "2026-11-01T09:30:00.000Z",
  joined_epoch_seconds: 1793525400,
};

const EXAMPLE_IMAGE = "http://localhost:8420/i/140737488889978880/9f86d081884c7d659a2feaa0c55ad015";

export const exampleMeme = {
  disabled: false,
  memeid: "140737488889978880",
  caption: "It works on my laptop",
  author: exampleUser,
  rating: { average: 4.33, total: 3 },
  url: `${EXAMPLE_IMAGE}.png`,
  permalink: "http://localhost:8420/meme/140737488889978880",
  age: 1,
  alt: "A penguin in front of a burning server",
  width: 1600,
  height: 900,
  type: "image/png",
  animated: false,
  renditions: {
    thumbnail: {
      url: `${EXAMPLE_IMAGE}.thumbnail.webp`,
      type: "image/webp",
      width: 320,
      height: 180,
      bytes: 9120,
    },
    medium: {
      url: `${EXAMPLE_IMAGE}.display.webp`,
      type: "image/webp",
      width: 1080,
      height: 608,
      bytes: 48211,
    },
    small: {
      url: `${EXAMPLE_IMAGE}.small.webp`,
      type: "image/webp",
      width: 640,
      height: 360,
      bytes: 24514,
    },
    preview: {
      url: `${EXAMPLE_IMAGE}.preview.jpg`,
      type: "image/jpeg",
      width: 1080,
      height: 608,
      bytes: 71806,
    },
  },
  timestamp: "2026-11-01T09:31:00.250Z",
  timestamp_epoch_seconds: 1793525460,
  time_ago: "14 days",
};
