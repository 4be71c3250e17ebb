// conversion-peak.ts <image>: converts an image twice at once, and prints the peak memory of this process in megabytes.
import { readFileSync } from 'node:fs'
import { convertScreenshot } from '@thirty/command-api/images/convert-image.ts'

const upload = readFileSync(process.argv[2] ?? '')
await Promise.all([convertScreenshot(upload), convertScreenshot(upload)])
// Not `resourceUsage`, which includes the memory of the parent before the program was loaded.
const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
console.log(Math.ceil(Number(kilobytes) / 1024))
