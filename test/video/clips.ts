import { path as FFMPEG } from "@ffmpeg-installer/ffmpeg";
import { join } from "node:path";

export { FFMPEG };

/** Rules of the site, with the program of the tests. */
export const RULES = { ffmpeg: FFMPEG, maxSeconds: 60, maxBytes: 100 * 1024 * 1024, sound: true, webm: false };

/** A film of two seconds with a sound, one quarter red, as the camera saw it. */
const FILM = "-f lavfi -i testsrc=size=160x90:rate=25:duration=2,drawbox=0:0:80:45:red:fill";
const SOUND = "-f lavfi -i sine=frequency=440:duration=2";
const H264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p";

const KINDS = {
  "plain.mp4": `${FILM} ${SOUND} ${H264} -c:a aac -metadata make=Kodak -movflags +faststart+use_metadata_tags`,
  "silent.mp4": `${FILM} ${H264}`,
  "scenes.mp4": `-f lavfi -i smptebars=size=160x90:rate=25:duration=2 ${FILM} -filter_complex [0][1]concat=n=2 ${H264}`,
  "wide.mp4": `-f lavfi -i testsrc=size=800x450:rate=25:duration=8 ${H264}`,
  "frame.mp4": `-f lavfi -i testsrc=size=160x90:rate=25 -frames:v 1 ${H264}`,
  "turned.mov": "-i silent.mp4 -c copy -metadata:s:v rotate=90",
  "film.webm": `${FILM} ${SOUND} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus`,
  "bright.mov": `${FILM} -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=none -tag:v hvc1 -color_trc arib-std-b67 -color_primaries bt2020 -colorspace bt2020nc`,
  "long.mp4": `-f lavfi -i color=size=64x64:rate=1:duration=90 ${H264}`,
  "large.mp4": `-f lavfi -i color=size=2600x64:rate=5:duration=1 ${H264}`,
  "fast.mp4": `-f lavfi -i color=size=64x64:rate=120:duration=1 ${H264}`,
  "sound.mp4": `${SOUND} -c:a aac`,
  "cover.mp4": `${SOUND} -f lavfi -i color=size=64x64:rate=1:duration=1 -map 0 -map 1 -c:a aac -c:v png -disposition:v attached_pic`,
  "film.mkv": `${FILM} ${SOUND} ${H264} -c:a aac`,
  "film.gif": `${FILM} -vf fps=10`,
};
export type ClipName = keyof typeof KINDS;

const made = new Map<string, Promise<string>>();

/** Each is made when it is first asked for, once for each folder. Nobody may change the file. */
export function makeClip(folder: string, name: ClipName): Promise<string> {
  const path = join(folder, name);
  const known = made.get(path) ?? encodeClip(folder, name);
  made.set(path, known);
  return known;
}

async function encodeClip(folder: string, name: ClipName): Promise<string> {
  if (name === "turned.mov") await makeClip(folder, "silent.mp4");
  const args = ["-v", "error", "-nostdin", "-y", ...KINDS[name].split(" "), name];
  const { exited } = Bun.spawn([FFMPEG, ...args], { cwd: folder });
  if ((await exited) !== 0) throw new Error(`The clip ${name} could not be made.`);
  return join(folder, name);
}
