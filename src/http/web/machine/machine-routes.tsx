import type { WebRoute } from "../web-route.ts";
import { favicon, manifest, robots } from "./about-site.ts";
import { dayFeed, hotFeed, oldProfileFeed, profileFeed, siteFeed, tagFeed, topFeed } from "./feeds.ts";
import { oembed } from "./oembed.ts";
import { opensearch } from "./opensearch.ts";
import { pickerScript } from "./picker.ts";
import { sharex } from "./sharex.ts";
import { mapIndex, memesMap, placesMap, profilesMap } from "./site-map.ts";

export const machinePages: readonly WebRoute[] = [
  siteFeed,
  hotFeed,
  topFeed,
  dayFeed,
  tagFeed,
  profileFeed,
  oldProfileFeed,
  mapIndex,
  placesMap,
  memesMap,
  profilesMap,
  robots,
  manifest,
  favicon,
  oembed,
  opensearch,
  sharex,
  pickerScript,
];
