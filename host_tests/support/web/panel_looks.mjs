// What the page's panel shows after messages of the bus: node panel_looks.mjs FOLDER MESSAGES

import { pathToFileURL } from "node:url";

const { HEIGHT, Panel, WIDTH } = await import(pathToFileURL(`${process.argv[2]}/panel.mjs`));
const panel = new Panel();
for (const message of JSON.parse(process.argv[3])) panel.take(Uint8Array.from(message));
const lit = (at) => Number(panel.lit(at % WIDTH, Math.floor(at / WIDTH)));
console.log(JSON.stringify(Array.from({ length: WIDTH * HEIGHT }, (_, at) => lit(at))));
