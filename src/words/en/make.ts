/** The meme maker. */
export const make = {
  "make.recipe-version": "We can't read this version of recipes. Send version 1.",
  "make.recipe-shape": "Something is wrong with the recipe: {where} is missing, or isn't what belongs there.",
  "make.recipe-unknown": "Something is wrong with the recipe: {where} has a field {name}, which we don't know.",
  "make.recipe-big": "In the recipe, {where} can't be more than {most}.",
  "make.recipe-small": "In the recipe, {where} can't be less than {least}.",
  "make.recipe-many": "In the recipe, {where} has too many entries; the limit is {most}.",
  "make.recipe-few": "In the recipe, {where} has too few entries; it needs {least}.",
  "make.recipe-color": "In the recipe, {where} has to be a colour such as #ff8800.",
  "make.recipe-crop": "The crop reaches beyond the picture. Make it smaller, or move it.",
  "make.recipe-sticker": "A sticker has to be a single emoji.",
  "make.recipe-sticker-kind": "A sticker needs either an emoji or the name of one of our stickers, and not both.",
  "make.recipe-characters": "The texts have {count} characters in all; the limit is {most}. Brevity, soul, wit.",
  "make.recipe-emoji": "There are {count} emoji; the limit is {most}. We get it, you're laughing.",
  "make.recipe-points": "The drawing has {count} points in all; the limit is {most}. Use fewer or shorter lines.",
  "make.unknown-characters": "Our fonts don't have these characters: {characters}. Leave them out, or use others.",
  "make.unknown-emoji": "We have no drawing for {emoji}. Choose another emoji.",
  "make.too-much":
    "This picture would take too long to draw. Make it smaller, or use fewer or thinner lines, outlines and emoji.",
  "make.base-missing": "The recipe needs {panels} pictures, but {given} came with it.",
  "make.slow": "This picture takes too long to draw. Use fewer words, emoji or lines, or make it smaller.",
  "make.memory": "This picture takes too much memory to draw. Use fewer words, emoji or lines, or make it smaller.",
} as const;
