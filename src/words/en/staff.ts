/** What staff does with people, pictures and memes that wait. */
export const staff = {
  "staff.told-approved": "Your meme “{caption}” is approved: everyone can see it now.",
  "staff.told-refused": "Your meme “{caption}” was refused and is deleted. The reason: {reason}",
} as const;
