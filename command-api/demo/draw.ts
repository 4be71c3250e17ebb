// Draws every screenshot of the demo as <number>.png: node command-api/demo/draw.ts <folder>. `demo-client.ts` starts it in a process of
// its own, because the server disables the SVG decoder of sharp (see images/convert-image.ts).
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawScreenshot, screenshotCount } from './screenshots.ts'

const [folder = '.'] = process.argv.slice(2)
const numbers = Array.from({ length: screenshotCount }, (_, number) => number)
await Promise.all(
  numbers.map(async (number) => writeFile(join(folder, `${number}.png`), await drawScreenshot(number))),
)
