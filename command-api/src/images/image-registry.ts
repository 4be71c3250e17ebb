// Stores the images that users upload, records the owner of each and which images must not be removed, and removes the files of discarded
// images.

import type { ImageEvent, ImageUse } from '@thirty/contracts/images/events.ts'
import { thumbnailOf, unusedImageLifetimeMs } from '@thirty/contracts/images/images.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { type Commands, streamKind } from '../fold.ts'
import { deriveId, refuseKeyReuse, type CommandContext, newContext } from '../idempotency.ts'
import type { ImageNames } from './image-names.ts'
import type { ConvertedImage } from './convert-image.ts'
import {
  areImagesSettled,
  discardProfileImages,
  keepExpiring,
  imageHistoryFold,
  recordUpload,
  discardedImages,
  recordRemoval,
  type ImageHistory,
} from './decide.ts'

/** The streams of the images of a user. */
const imageHistories = streamKind((user) => `${imagesStreamPrefix}${user}`, imageHistoryFold)
export const imagesStreamPrefix = 'pictures-'

export type ImageRegistry = ReturnType<typeof imageRegistry>

export function imageRegistry({
  commands,
  media,
  imageNames,
  clock,
}: {
  commands: Commands
  media: Pick<Media, 'put'>
  imageNames: ImageNames
  clock: Clock
}) {
  return {
    /** Stores an image as the upload of a user, and returns its name. Throws `quota-reached`, `key-reused`, `MediaUnavailable`. */
    store: async (
      { full, thumbnail }: ConvertedImage,
      { user, use, context }: { user: string; use: ImageUse; context: CommandContext },
    ): Promise<string> => {
      const upload = { name: imageNames.nameFor(user), bytes: full.length + thumbnail.length, use }
      const { events } = await imageHistories.change(commands, user, context, (history) =>
        recordUpload(history, upload),
      )
      // A retry returns the event of the first try. The cleanup may soon remove its image, so an old key is refused.
      const [uploaded] = events
      if (
        uploaded?.type !== 'PictureUploaded' ||
        clock() - Date.parse(uploaded.at) >= unusedImageLifetimeMs / 2
      )
        refuseKeyReuse()
      const name = uploaded.data.picture
      // Store the thumbnail first, so that every image with a full size has one.
      await media.put(thumbnailOf(name), thumbnail)
      await media.put(name, full)
      return name
    },
    /**
     * Keeps an image of a user forever if the cleanup might remove it before it sees the project that is about to show it. Call it before
     * the event of the project is stored: a refused command keeps nothing, and a retry of an accepted one has kept its image before. Throws
     * `invalid-fields` for a removed image.
     */
    keepExpiring: async (
      image: string,
      { user, context }: { user: string; context: CommandContext },
    ): Promise<void> => {
      const command = { id: deriveId(context.command.id, 'keep-picture', image) }
      await imageHistories.change(commands, user, { ...context, command }, (history) =>
        keepExpiring(history, image, clock()),
      )
    },
  }
}

type RemovalDeps = { commands: Commands; log: Pick<EventLog, 'truncate'>; media: Pick<Media, 'remove'> }

/** Removes the full size first, so that every image with a full size has a thumbnail. */
async function removeImageFiles(media: Pick<Media, 'remove'>, image: string): Promise<void> {
  await media.remove(image)
  await media.remove(thumbnailOf(image))
}

/**
 * Discards images of a user, and removes their files and the files of `others`. May be repeated after an interruption: what is discarded and
 * not removed yet is removed, too.
 */
export async function discardImages(
  { commands, media }: Omit<RemovalDeps, 'log'>,
  user: string,
  decide: (history: ImageHistory) => readonly ImageEvent[],
  others: readonly string[] = [],
): Promise<void> {
  const { state } = await imageHistories.change(commands, user, newContext(), decide)
  const discarded = discardedImages(state)
  for (const image of new Set([...others, ...discarded])) await removeImageFiles(media, image)
  await imageHistories.change(commands, user, newContext(), (history) => recordRemoval(history, discarded))
}

/**
 * Erases the events of the uploads of a deleted user, once none of them waits for the cleanup. With an idempotency key, such
 * an event has a digest of the file: a person with the same photo could compare it.
 */
export async function forgetUploads(
  { commands, log }: Omit<RemovalDeps, 'media'>,
  user: string,
): Promise<void> {
  const { state, revision } = await imageHistories.load(commands, user)
  const isErased = state?.previous === undefined
  if (!isErased && areImagesSettled(state) && revision !== 'none')
    await log.truncate(imageHistories.nameOf(user), revision)
}

/**
 * Removes all profile images of a deleted account: `shown` is the current one, which is known from the stream of the user alone if it is
 * from before uploads were recorded. May be repeated after an interruption.
 */
export async function removeProfileImages(
  deps: RemovalDeps,
  user: string,
  shown: string | null,
): Promise<void> {
  await discardImages(deps, user, discardProfileImages, shown === null ? [] : [shown])
  await forgetUploads(deps, user)
}
