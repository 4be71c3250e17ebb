import type { PictureEvent } from '@thirty/contracts/events/pictures.ts'
import { projectId } from '@thirty/contracts/rules/project-id.ts'
import { thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import sharp from 'sharp'
import { pictureNames } from './picture-name.ts'
import { pictureRegister } from './picture-register.ts'
import { pictureEndpoints } from './pictures/endpoints.ts'
import { pictureSweep } from './pictures/sweep.ts'
import { projectEndpoints } from './projects/endpoints.ts'
import { parts, served } from './spec-app.ts'

export const day = 86_400_000

const drawn = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** A form with one PNG in it, and perhaps more that is said about it. */
export async function formWith(
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
export async function picturesApp(
  mediaOver: (media: Media) => Media = (media) => media,
  { areLimitsOn = false } = {},
) {
  const app = await parts({ areLimitsOn })
  const media = mediaOver(app.media)
  const deps = { ...app, media, pictureNames: pictureNames('a secret of this installation') }
  const pictures = pictureRegister(deps)
  const http = await served(app, [
    ...projectEndpoints({ ...deps, pictures }),
    ...pictureEndpoints({ ...deps, pictures }),
  ])
  const trouble: unknown[] = []
  const sweepOver = ({ log = app.log, media: swept = media }: { log?: EventLog; media?: Media } = {}) =>
    pictureSweep({ log, media: swept, clock: app.clock, onTrouble: (error) => trouble.push(error) })
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
        const { body } = await call('POST', '/api/uploads/project-image', await formWith('projectImage'))
        return nameOf(body['imageUrl'])
      },
      portrait: async (background = 'teal') => {
        const form = await formWith('profileImage', { background })
        return nameOf((await call('POST', '/api/uploads/profile-image', form)).body['imageUrl'])
      },
      submit: (picture: string, ofDay = 4) =>
        call('POST', '/api/projects', { ...content(picture), day: ofDay }),
      revise: (picture: string, ofDay = 4) => call('PUT', projectPath(ofDay), content(picture)),
      withdraw: (ofDay = 4) => call('DELETE', projectPath(ofDay)),
      /** What the log says about the pictures, in short. */
      told: async () =>
        (await app.eventsOf(`pictures-${id}`)).map((event) => {
          const { type, data } = event as unknown as PictureEvent
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
