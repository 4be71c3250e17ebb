import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { Commands } from '../../handle.ts'
import { discardProfileImages } from '../decide.ts'
import { forgetUploads, discardImages } from '../image-registry.ts'
import { profileImageFold } from './decide.ts'

type Deps = { commands: Commands; log: Pick<EventLog, 'truncate'>; media: Pick<Media, 'remove'> }

/**
 * Removes all profile images of a deleted account. Call it while the user stream is still there: an image from before
 * uploads were recorded is known from there alone. May be repeated after an interruption.
 */
export async function removeProfileImages({ commands, log, media }: Deps, user: string): Promise<void> {
  const { state: profile } = await commands.load(`user-${user}`, profileImageFold)
  const shown = profile.image === null ? [] : [profile.image]
  await discardImages({ commands, media }, user, discardProfileImages, shown)
  await forgetUploads({ commands, log }, user)
}
