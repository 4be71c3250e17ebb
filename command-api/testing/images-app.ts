import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { imageEvents } from '@thirty/contracts/images/events.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { loadProfileImage } from '@thirty/command-api/accounts/account.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { imageCleanup } from '@thirty/command-api/images/cleanup/image-cleanup.ts'
import { screenshotsInDrafts } from '@thirty/command-api/projects/drafts/drafts.ts'
import { personId } from './people.ts'
import { projectFields } from './project-events.ts'
import { commandApp } from './test-app.ts'
import sharp from 'sharp'

export const dayMs = 86_400_000

/** A form with one PNG of this size. */
export async function imageForm(field: string, { width = 90, height = 60 } = {}) {
  const image = sharp({ create: { width, height, channels: 3, background: 'teal' } })
  const form = new FormData()
  form.append(field, new Blob([Buffer.from(await image.png().toBuffer())]), 'a.png')
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

/** The command side, the cleanup of images, and the requests that specs of uploads send. */
export async function imagesApp(options?: Parameters<typeof commandApp>[0]) {
  const app = await commandApp(options)
  const { http } = app
  /** The cleanup of another process, perhaps over a log or media in which something fails. */
  const createCleanup = (change: { log?: EventLog; media?: Media } = {}) => {
    const parts = { ...app, ...change }
    return imageCleanup({
      ...parts,
      commands: createCommands(parts),
      isDeleted: async () => false,
      loadProfileImage: (user) => loadProfileImage(app.commands, user),
      imagesInDrafts: (user) => screenshotsInDrafts(app.personalDocuments, user),
      onError: (error) => app.errors.push(error),
    })
  }
  let personCount = 0

  const createPerson = async () => {
    personCount += 1
    const id = personId(personCount)
    const token = app.tokenOf(id)
    await app.register(id, { role: 'participant' })
    const call = (method: string, path: string, body?: unknown, key?: string) =>
      http.call(method, path, body, { token, key })
    const projectPath = (day: number) => `/api/projects/${projectId({ run: 1, day, user: id })}`
    const content = (image: string) => ({ ...projectFields, imageUrl: `/uploads/${image}` })
    return {
      id,
      call,
      /** Uploads a screenshot. Returns its name. */
      uploadScreenshot: async () => {
        const { body } = await call('POST', '/api/uploads/project-image', await imageForm('projectImage'))
        return nameOf(body['imageUrl'])
      },
      /** Uploads a profile image. Returns its name. */
      uploadProfileImage: async () => {
        const { body } = await call('POST', '/api/uploads/profile-image', await imageForm('profileImage'))
        return nameOf(body['imageUrl'])
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
    const opened = await app.media.open(name)
    opened?.content.destroy()
    return opened !== undefined
  }
  return {
    ...app,
    createCleanup,
    cleanup: createCleanup(),
    createPerson,
    /** Returns whether an image is stored. Throws if only its full size or only its thumbnail is. */
    isImageStored: async (name: string): Promise<boolean> => {
      const [full, thumbnail] = [await isStored(name), await isStored(thumbnailOf(name))]
      if (full !== thumbnail) throw new Error(`Only one of the two files of ${name} is stored.`)
      return full
    },
  }
}
