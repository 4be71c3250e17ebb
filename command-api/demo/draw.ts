// node command-api/demo/draw.ts <folder>: draws every screenshot of the demo as <number>.png.
// It is a separate process because the server disables the SVG decoder of sharp (see images/convert-image.ts).
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawScreenshot, screenshotCount } from './screenshots.ts'

const [folder = '.'] = process.argv.slice(2)
const numbers = Array.from({ length: screenshotCount }, (_, number) => number)
await Promise.all(
  numbers.map(async (number) => writeFile(join(folder, `${number}.png`), await drawScreenshot(number))),
)
