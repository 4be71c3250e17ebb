import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Media } from '@thirty/infra/media/media.ts'
import { convertScreenshot, type ConvertedImage } from '@thirty/command-api/images/convert-image.ts'
import type { ImageNames } from '@thirty/command-api/images/image-names.ts'
import type { DemoClient } from './fill.ts'
import { screenshotCount } from './screenshots.ts'

const run = promisify(execFile)

/** Every picture of the demo, as an upload of it would be kept. */
export async function renderDemoScreenshots(): Promise<readonly ConvertedImage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-demo-'))
  try {
    await run(process.execPath, [join(import.meta.dirname, 'draw.ts'), folder])
    const pictures: ConvertedImage[] = []
    for (let number = 0; number < screenshotCount; number += 1)
      pictures.push(await convertScreenshot(await readFile(join(folder, `${number}.png`))))
    return pictures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type DemoClientOptions = {
  /** Where a product answers whose clock is ours, e.g. `http://127.0.0.1:4321`. */
  address: string
  tokenOf: (userId: string) => string
  media: Pick<Media, 'put'>
  imageNames: ImageNames
  screenshots: readonly ConvertedImage[]
}

/** Calls over HTTP, and pictures kept under the names that an upload would give them. */
export function createDemoClient({
  address,
  tokenOf,
  media,
  imageNames: pictureNames,
  screenshots: pictures,
}: DemoClientOptions): Pick<DemoClient, 'call' | 'storeScreenshot'> {
  return {
    storeScreenshot: async (number, userId) => {
      const picture = pictures[number % pictures.length]
      if (picture === undefined) throw new Error('There are no pictures.')
      const name = pictureNames.nameFor(userId)
      await Promise.all([media.put(name, picture.full), media.put(thumbnailOf(name), picture.thumbnail)])
      return imagePath(name)
    },
    call: async (method, path, body, userId) => {
      const authorization = userId === undefined ? undefined : `Bearer ${tokenOf(userId)}`
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: JSON.stringify(body),
      })
      const answer: unknown = await response.json()
      if (!response.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`)
      // Every answer of the product is a JSON object.
      return answer as Record<string, unknown>
    },
  }
}
