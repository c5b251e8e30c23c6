/** Videos: what becomes of them after the upload. */
export const video = {
  "video.state-encoding": "In the works",
  "video.encoding":
    "Your video is being processed and will appear {wait}, give or take. Until then, only you can see it.",
  "video.encoding-soon": "Your video is being processed and will appear any moment. Until then, only you can see it.",
  "video.told-ready": "Your video “{caption}” is ready. Everyone can see it now.",
  "video.told-waits": "Your video “{caption}” is ready, and waiting for approval.",
  "video.told-refused": "Your video “{caption}” could not be posted. {reason}",
  "note.encoding": "Your video is in. It will appear as soon as it's ready.",
  "notifications.by-site": "News about your own upload:",
} as const;
