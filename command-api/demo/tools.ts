import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Media } from '@thirty/infra/media/media.ts'
import { pictureFrom, type Picture } from '../src/picture.ts'
import type { PictureNames } from '../src/picture-name.ts'
import type { DemoTools } from './fill.ts'
import { screenshotCount } from './screenshots.ts'

const run = promisify(execFile)

/** Every picture of the demo, as an upload of it would be kept. */
export async function drawnPictures(): Promise<readonly Picture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-demo-'))
  try {
    await run(process.execPath, [join(import.meta.dirname, 'draw.ts'), folder])
    const pictures: Picture[] = []
    for (let number = 0; number < screenshotCount; number += 1)
      pictures.push(await pictureFrom(await readFile(join(folder, `${number}.png`))))
    return pictures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Through = {
  /** Where a product answers whose clock is ours, e.g. `http://127.0.0.1:4321`. */
  address: string
  tokenOf: (userId: string) => string
  media: Pick<Media, 'put'>
  pictureNames: PictureNames
  pictures: readonly Picture[]
}

/** Calls over HTTP, and pictures kept under the names that an upload would give them. */
export function demoTools({
  address,
  tokenOf,
  media,
  pictureNames,
  pictures,
}: Through): Pick<DemoTools, 'call' | 'picture'> {
  return {
    picture: async (number, userId) => {
      const picture = pictures[number % pictures.length]
      if (picture === undefined) throw new Error('There are no pictures.')
      const name = pictureNames.nameFor(userId)
      await Promise.all([media.put(name, picture.whole), media.put(thumbnailOf(name), picture.small)])
      return pictureAddress(name)
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
