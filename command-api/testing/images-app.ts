import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { imageEvents } from '@thirty/contracts/images/events.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { imageRegistry } from '@thirty/command-api/images/image-registry.ts'
import { profileImageHandlers } from '@thirty/command-api/images/profile-image/endpoints.ts'
import { imageCleanup } from '@thirty/command-api/images/cleanup/image-cleanup.ts'
import { screenshotsInDrafts } from '@thirty/command-api/projects/drafts/drafts.ts'
import { projectHandlers } from '@thirty/command-api/projects/endpoints.ts'
import { personId } from './people.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'
import sharp from 'sharp'

export const dayMs = 86_400_000

const drawPng = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** A form with one PNG of this size and colour. */
export async function imageForm(
  field: string,
  {
    width = 90,
    height = 60,
    background = 'teal',
  }: { width?: number; height?: number; background?: string } = {},
) {
  const form = new FormData()
  form.append(field, new Blob([Buffer.from(await drawPng(width, height, background))]), 'a.png')
  return form
}

/** The head of a raw upload of this many bytes, whose body ends with the boundary `edge`. */
export const uploadHead = (token: string, length: number, ...more: string[]): string =>
  [
    'POST /api/uploads/project-image HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=edge',
    `Content-Length: ${length}`,
    ...more,
    '\r\n',
  ].join('\r\n')

const nameOf = (imageUrl: unknown): string => String(imageUrl).replace('/uploads/', '')

/** Serves the endpoints of uploads, projects and profile images over HTTP. A spec may wrap the media store. */
export async function imagesApp(
  wrapMedia: (media: Media) => Media = (media) => media,
  { areLimitsOn = false } = {},
) {
  const app = await createTestContext({ areLimitsOn })
  const media = wrapMedia(app.media)
  const deps = { ...app, media, imageNames: imageNames('a secret of this installation') }
  const images = imageRegistry(deps)
  const http = await serveEndpoints(app, [
    ...projectHandlers({ ...deps, images }),
    ...profileImageHandlers({ ...deps, images }),
  ])
  const errors: unknown[] = []
  /** The cleanup of another process, perhaps over a log or media in which something fails. */
  const createCleanup = (change: { log?: EventLog; media?: Media } = {}) => {
    const { log = app.log } = change
    const commands = createCommands({ log, clock: app.clock })
    const onError = (error: unknown) => errors.push(error)
    const isDeleted = async () => false
    const imagesInDrafts = (user: string) => screenshotsInDrafts(app.personalDocuments, user)
    const { clock } = app
    return imageCleanup({
      log,
      commands,
      media: change.media ?? media,
      clock,
      isDeleted,
      imagesInDrafts,
      onError,
    })
  }
  let personCount = 0

  const createPerson = async ({ isAdmin = false } = {}) => {
    personCount += 1
    const id = personId(personCount)
    const token = app.tokenOf(id, { isAdmin })
    await app.register(id, { role: isAdmin ? 'admin' : 'participant' })
    const call = (method: string, path: string, body?: unknown, key?: string) =>
      http.call(method, path, body, { token, key })
    const projectPath = (day: number) => `/api/projects/${projectId({ run: 1, day, user: id })}`
    const content = (image: string) => ({
      projectName: 'Weather',
      description: 'The next hour.',
      languages: 'TypeScript',
      liveLink: 'https://weather.example/',
      repoLink: 'https://code.example/weather',
      imageUrl: `/uploads/${image}`,
    })
    return {
      id,
      call,
      /** Uploads a screenshot. Returns its name. */
      uploadScreenshot: async () => {
        const { body } = await call('POST', '/api/uploads/project-image', await imageForm('projectImage'))
        return nameOf(body['imageUrl'])
      },
      /** Uploads a profile image. Returns its name. */
      uploadProfileImage: async (background = 'teal') => {
        const form = await imageForm('profileImage', { background })
        return nameOf((await call('POST', '/api/uploads/profile-image', form)).body['imageUrl'])
      },
      submit: (image: string, day = 4) => call('POST', '/api/projects', { ...content(image), day }),
      revise: (image: string, day = 4) => call('PUT', projectPath(day), content(image)),
      withdraw: (day = 4) => call('DELETE', projectPath(day)),
      /** The image events of this user, as `<type> <name>`. */
      imageEvents: async () =>
        (await app.eventsOf(`pictures-${id}`)).flatMap((event) =>
          isEventOf(imageEvents, event) ? [`${event.type} ${event.data.picture}`] : [],
        ),
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
    errors,
    createCleanup,
    cleanup: createCleanup(),
    createPerson,
    /** Returns whether an image is stored. Throws if only its full size or only its thumbnail is. */
    isImageStored: async (name: string): Promise<boolean> => {
      const [full, thumbnail] = [await isStored(name), await isStored(thumbnailOf(name))]
      if (full !== thumbnail) throw new Error(`Only one of the two files of ${name} is stored.`)
      return full
    },
    close: async () => {
      await http.close()
      await app.close()
    },
  }
}
