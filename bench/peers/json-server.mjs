import jsonServer from "json-server";

import { allMemes, ownMemes, sayPort } from "./answers.mjs";

const app = jsonServer.create();
app.use(jsonServer.defaults({ logger: false }));
app.use(jsonServer.router({ memes: allMemes(), mymemes: ownMemes().map((meme) => ({ id: meme.memeid, ...meme })) }));
const server = app.listen(0, "127.0.0.1", () => sayPort(server));
