// What the page that installs makes of images, and of bytes whose digest it wants.
//
//     node image_checks.mjs SITE FILE
//
// The file has JSON, a list of [work, bytes in base64]; the answers come out as a list.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [site, file] = process.argv.slice(2);
const from = (name) => import(pathToFileURL(path.join(site, "install", name)));
const work = { ...(await from("image.mjs")), ...(await from("md5.mjs")) };

const answers = JSON.parse(fs.readFileSync(file, "utf8")).map(([name, bytes]) => {
  try {
    return work[name](Buffer.from(bytes, "base64"));
  } catch (error) {
    return error.why;
  }
});
console.log(JSON.stringify(answers));
