// A real S3 server as a process of its own, so that it can be killed and frozen: bun s3-server.ts FOLDER PORT
import { startS3In } from "../s3.ts";

const [folder = "", port] = process.argv.slice(2);
const { endpoint } = await startS3In(folder, Number(port));
console.log(`Serving ${folder} at ${endpoint}`);
