import { hash } from 'node:crypto'
import type { ImageUse } from '@thirty/contracts/events/images.ts'
import { thumbnailOf, unusedImageLifetimeMs } from '@thirty/contracts/rules/images.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { RequestContext } from '@thirty/infra/http/endpoint/json-handler.ts'
import type { Commands } from '../handle.ts'
import { commandContext, deriveId, refuseKeyReuse, type CommandContext } from '../idempotency.ts'
import type { ImageNames } from './image-names.ts'
import type { ConvertedImage } from './convert-image.ts'
import { isExpiring, keep, imageHistoryFold, recordUpload } from './decide.ts'

/** Stream of the pictures of a user. */
export const imagesStream = (user: string): string => `${imagesStreamPrefix}${user}`
export const imagesStreamPrefix = 'pictures-'

/** Knows who uploaded what, and what has to stay. */
export type ImageRegistry = {
  /** Stores a picture as a user's upload, and answers its name. Throws `quota-reached`, `key-reused`, `MediaUnavailable`. */
  store(
    picture: ConvertedImage,
    upload: { user: string; use: ImageUse; context: CommandContext },
  ): Promise<string>
  /** Whether a picture of a user may be swept away before a project that is handed in now shows it. */
  isExpiring(picture: string, user: string): Promise<boolean>
  /**
   * Sees to it that a picture of a user stays for ever. To be done before anything shows it.
   * Throws `invalid-fields` for one that is gone.
   */
  keep(picture: string, by: { user: string; context: CommandContext }): Promise<void>
}

type Deps = { commands: Commands; media: Pick<Media, 'put'>; imageNames: ImageNames; clock: Clock }

export function imageRegistry({ commands, media, imageNames: pictureNames, clock }: Deps): ImageRegistry {
  return {
    store: async ({ full: whole, thumbnail: small }, { user, use, context }) => {
      const given = { picture: pictureNames.nameFor(user), bytes: whole.length + small.length, use }
      const { events } = await commands.handle({
        ...imageHistoryFold,
        stream: imagesStream(user),
        context,
        decide: (story) => recordUpload(story, given),
      })
      // The event of the first try, when this is another one.
      const [uploaded] = events
      // Its picture may be swept away at any moment.
      if (!uploaded || clock() - Date.parse(uploaded.at) >= unusedImageLifetimeMs / 2) refuseKeyReuse()
      const name = uploaded.data.picture
      // The thumbnail first: a name that is known has both.
      await media.put(thumbnailOf(name), small)
      await media.put(name, whole)
      return name
    },
    isExpiring: async (picture, user) => {
      const { state } = await commands.load(imagesStream(user), imageHistoryFold)
      return isExpiring(state, picture, clock())
    },
    keep: async (picture, { user, context }) => {
      await commands.handle({
        ...imageHistoryFold,
        stream: imagesStream(user),
        context: { ...context, command: { id: deriveId(context.command.id, 'keep-picture', picture) } },
        decide: (story) => keep(story, picture),
      })
    },
  }
}

/** The context behind an upload: the same key with another file is another request. */
export const uploadContext = (
  asked: Pick<RequestContext<unknown, unknown, unknown>, 'request' | 'params' | 'correlation'>,
  file: Buffer,
  user: string,
  action: string,
): CommandContext => commandContext({ ...asked, body: { file: hash('sha256', file) } }, user, action)
