import type { ImageEvent } from '@thirty/contracts/events/images.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { thumbnailOf } from '@thirty/contracts/rules/images.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import sharp from 'sharp'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { imageRegistry } from '@thirty/command-api/images/image-registry.ts'
import { profileImageHandlers } from '@thirty/command-api/images/profile-image/endpoints.ts'
import { imageCleanup } from '@thirty/command-api/images/cleanup/image-cleanup.ts'
import { projectHandlers } from '@thirty/command-api/projects/endpoints.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'

export const dayMs = 86_400_000

const drawn = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** A form with one PNG in it, and perhaps more that is said about it. */
export async function imageForm(
  field: string,
  {
    width = 90,
    height = 60,
    background = 'teal',
  }: { width?: number; height?: number; background?: string } = {},
) {
  const form = new FormData()
  form.append(field, new Blob([Buffer.from(await drawn(width, height, background))]), 'a.png')
  return form
}

const nameOf = (imageUrl: unknown): string => String(imageUrl).replace('/uploads/', '')

/** Uploads, projects and profile images behind a socket, over media that a spec may give. */
export async function imagesApp(
  mediaOver: (media: Media) => Media = (media) => media,
  { areLimitsOn = false } = {},
) {
  const app = await createTestContext({ areLimitsOn })
  const media = mediaOver(app.media)
  const deps = { ...app, media, imageNames: imageNames('a secret of this installation') }
  const pictures = imageRegistry(deps)
  const http = await serveEndpoints(app, [
    ...projectHandlers({ ...deps, images: pictures }),
    ...profileImageHandlers({ ...deps, images: pictures }),
  ])
  const trouble: unknown[] = []
  const sweepOver = ({ log = app.log, media: swept = media }: { log?: EventLog; media?: Media } = {}) =>
    imageCleanup({ log, media: swept, clock: app.clock, onError: (error) => trouble.push(error) })
  let people = 0

  const person = async ({ isAdmin = false } = {}) => {
    people += 1
    const id = `0198c0de-0000-7000-8000-${people.toString().padStart(12, '0')}`
    const token = app.tokenOf(id, { isAdmin })
    const data = { fullName: 'Ana', email: 'ana@people.example', role: isAdmin ? 'admin' : 'participant' }
    const event = { id: crypto.randomUUID(), type: 'UserRegistered', version: 1, data }
    const at = new Date(app.time.now).toISOString()
    await app.log.append(`user-${id}`, [{ ...event, at, metadata: { correlation: 'spec' } }], 'any')
    const call = (method: string, path: string, body?: unknown, key?: string) =>
      http.call(method, path, body, { token, ...(key !== undefined && { key }) })
    const projectPath = (ofDay: number) => `/api/projects/${projectId({ run: 1, day: ofDay, user: id })}`
    const content = (picture: string) => ({
      projectName: 'Weather',
      description: 'The next hour.',
      languages: 'TypeScript',
      liveLink: 'https://weather.example/',
      repoLink: 'https://code.example/weather',
      imageUrl: `/uploads/${picture}`,
    })
    return {
      id,
      call,
      /** Uploads a screenshot and answers its name. */
      screenshot: async () => {
        const { body } = await call('POST', '/api/uploads/project-image', await imageForm('projectImage'))
        return nameOf(body['imageUrl'])
      },
      portrait: async (background = 'teal') => {
        const form = await imageForm('profileImage', { background })
        return nameOf((await call('POST', '/api/uploads/profile-image', form)).body['imageUrl'])
      },
      submit: (picture: string, ofDay = 4) =>
        call('POST', '/api/projects', { ...content(picture), day: ofDay }),
      revise: (picture: string, ofDay = 4) => call('PUT', projectPath(ofDay), content(picture)),
      withdraw: (ofDay = 4) => call('DELETE', projectPath(ofDay)),
      /** What the log says about the pictures, in short. */
      told: async () =>
        (await app.eventsOf(`pictures-${id}`)).map((event) => {
          const { type, data } = event as unknown as ImageEvent
          return `${type} ${data.picture}`
        }),
    }
  }

  const isStored = async (name: string): Promise<boolean> => {
    const opened = await media.open(name)
    opened?.content.destroy()
    return opened !== undefined
  }
  return {
    ...app,
    http,
    trouble,
    sweepOver,
    sweep: sweepOver(),
    person,
    /** Whether a picture and its thumbnail are there: both, or neither. */
    isThere: async (name: string): Promise<boolean> => {
      const [whole, small] = [await isStored(name), await isStored(thumbnailOf(name))]
      if (whole !== small) throw new Error(`Of ${name} there is only one half.`)
      return whole
    },
    close: async () => {
      await http.close()
      await app.close()
    },
  }
}
