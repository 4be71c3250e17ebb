import { hash } from 'node:crypto'
import type { PictureUse } from '@thirty/contracts/events/pictures.ts'
import { thumbnailOf, unusedFor } from '@thirty/contracts/rules/pictures.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { Asked } from '@thirty/infra/http/route.ts'
import type { Commands } from './handle.ts'
import { askerOf, derivedId, refuseReuse, type Asker } from './idempotency.ts'
import type { PictureNames } from './picture-name.ts'
import type { Picture } from './picture.ts'
import { isInDanger, keep, pictureStory, upload } from './picture-rules.ts'

/** Stream of the pictures of a user. */
export const picturesStream = (user: string): string => `${picturesPrefix}${user}`
export const picturesPrefix = 'pictures-'

/** Knows who uploaded what, and what has to stay. */
export type PictureRegister = {
  /** Stores a picture as a user's upload, and answers its name. Throws `quota-reached`, `key-reused`, `MediaUnavailable`. */
  store(picture: Picture, upload: { user: string; use: PictureUse; asker: Asker }): Promise<string>
  /** Whether a picture of a user may be swept away before a project that is handed in now shows it. */
  isInDanger(picture: string, user: string): Promise<boolean>
  /**
   * Sees to it that a picture of a user stays for ever. To be done before anything shows it.
   * Throws `invalid-fields` for one that is gone.
   */
  keep(picture: string, by: { user: string; asker: Asker }): Promise<void>
}

type Deps = { commands: Commands; media: Pick<Media, 'put'>; pictureNames: PictureNames; clock: Clock }

export function pictureRegister({ commands, media, pictureNames, clock }: Deps): PictureRegister {
  return {
    store: async ({ whole, small }, { user, use, asker }) => {
      const given = { picture: pictureNames.nameFor(user), bytes: whole.length + small.length, use }
      const { events } = await commands.handle({
        ...pictureStory,
        stream: picturesStream(user),
        asker,
        decide: (story) => upload(story, given),
      })
      // The event of the first try, when this is another one.
      const [uploaded] = events
      // Its picture may be swept away at any moment.
      if (!uploaded || clock() - Date.parse(uploaded.at) >= unusedFor / 2) refuseReuse()
      const name = uploaded.data.picture
      // The thumbnail first: a name that is known has both.
      await media.put(thumbnailOf(name), small)
      await media.put(name, whole)
      return name
    },
    isInDanger: async (picture, user) => {
      const { state } = await commands.load(picturesStream(user), pictureStory)
      return isInDanger(state, picture, clock())
    },
    keep: async (picture, { user, asker }) => {
      await commands.handle({
        ...pictureStory,
        stream: picturesStream(user),
        asker: { ...asker, command: { id: derivedId(asker.command.id, 'keep-picture', picture) } },
        decide: (story) => keep(story, picture),
      })
    },
  }
}

/** The asker behind an upload: the same key with another file is another request. */
export const uploaderOf = (
  asked: Pick<Asked<unknown, unknown, unknown>, 'request' | 'params' | 'correlation'>,
  file: Buffer,
  user: string,
  action: string,
): Asker => askerOf({ ...asked, body: { file: hash('sha256', file) } }, user, action)
