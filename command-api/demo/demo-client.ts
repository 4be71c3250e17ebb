import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '@thirty/infra/media/media.ts'
import { convertScreenshot, type ConvertedImage } from '@thirty/command-api/images/convert-image.ts'
import type { ImageNames } from '@thirty/command-api/images/image-names.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'

/** The client of `fillDemo`: requests to the API, a clock that can be set, and screenshots. */
export type DemoClient = {
  /** Sends a request as `userId` or as a visitor. Returns the body of the response. Throws if the request is refused. */
  call(method: 'POST' | 'PUT', path: string, body: object, userId?: string): Promise<Record<string, unknown>>
  /** Sets the clock of the server (milliseconds since 1970). */
  setTime(at: number): void
  /** Stores a screenshot as an upload of a user; any number chooses one. Returns its path. */
  storeScreenshot(number: number, userId: string): Promise<string>
  /** Returns the token of the link that a new user received to confirm the email address. */
  confirmationToken(email: string): string
  adminKey: string
}

/** Screens of eight kinds of web applications in eight palettes, which were drawn for the demo. */
const screenshotFolder = join(import.meta.dirname, 'screenshots')

/** Converts all screenshots of the demo like uploads. */
export async function convertDemoScreenshots(): Promise<readonly ConvertedImage[]> {
  const names = (await readdir(screenshotFolder)).toSorted()
  return mapWithLimit(names, 2, async (name) =>
    convertScreenshot(await readFile(join(screenshotFolder, name))),
  )
}

type DemoClientOptions = {
  /** Base URL of a server whose clock the demo sets, such as `http://127.0.0.1:4321`. */
  address: string
  tokenOf: (userId: string) => string
  media: Pick<Media, 'put'>
  imageNames: ImageNames
  screenshots: readonly ConvertedImage[]
}

/** Sends requests over HTTP, and stores screenshots under the names that uploads would get. */
export function createDemoClient(options: DemoClientOptions): Pick<DemoClient, 'call' | 'storeScreenshot'> {
  const { address, tokenOf, media, imageNames, screenshots } = options
  return {
    storeScreenshot: async (number, userId) => {
      const screenshot = screenshots[number % screenshots.length]
      if (screenshot === undefined) throw new Error('There are no screenshots.')
      const name = imageNames.nameFor(userId)
      await Promise.all([
        media.put(name, screenshot.full),
        media.put(thumbnailOf(name), screenshot.thumbnail),
      ])
      return imagePath(name)
    },
    call: async (method, path, body, userId) => {
      const authorization = userId === undefined ? undefined : `Bearer ${tokenOf(userId)}`
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: JSON.stringify(body),
      })
      const json: unknown = await response.json()
      if (!response.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(json)}`)
      // Every response of the API is a JSON object.
      return json as Record<string, unknown>
    },
  }
}
