import { page } from "../web-route.ts";
import { answerText } from "./machine-answer.ts";

/** For ShareX: a destination that posts screenshots here. Whoever opens it puts their key in. */
export const sharex = page({
  method: "GET",
  path: "/sharex.sxcu",
  access: "anyone",
  handle: (visit) => {
    const destination = {
      Version: "17.0.0",
      Name: visit.site.name,
      DestinationType: "ImageUploader",
      RequestMethod: "POST",
      RequestURL: `${visit.website.addresses.apiUrl}/v1/submit`,
      Headers: { Authorization: "PASTE YOUR API KEY HERE" },
      Body: "MultipartFormData",
      FileFormName: "image",
      URL: "{json:meme.permalink}",
      ThumbnailURL: "{json:meme.renditions.thumbnail.url}",
      ErrorMessage: "{json:error}",
    };
    const disposition = { "Content-Disposition": 'attachment; filename="memes.sxcu"' };
    return answerText(visit, JSON.stringify(destination, null, 2), "application/json", disposition);
  },
});
