// node command-api/demo/draw.ts <folder>: draws every picture of the demo as <number>.png.
// A process of its own, because the product forbids its decoder everything but photographs, drawings included.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { screenshot, screenshotCount } from './screenshots.ts'

const [folder = '.'] = process.argv.slice(2)
const numbers = Array.from({ length: screenshotCount }, (_, number) => number)
await Promise.all(
  numbers.map(async (number) => writeFile(join(folder, `${number}.png`), await screenshot(number))),
)
