import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  backupFileFormat,
  signedText,
  type BackupFileEvent,
  type BackupFileHeader,
  type BoardFold,
} from '@thirty/contracts/backups/backup-file.ts'
import type { FileSigner } from '@thirty/infra/portable-file/signature.ts'
import { writePortableFile } from '@thirty/infra/portable-file/write-file.ts'
import { batches } from '@thirty/infra/testing/portable-file/example-file.ts'
import { admin, ana, ben } from './people.ts'

const at = '2026-02-01T12:00:00.000Z'
const content = {
  projectName: 'Tomato clock',
  description: 'Counts down twenty-five minutes.',
  languages: 'TypeScript',
  liveLink: 'https://tomato.example.dev/',
  repoLink: 'https://code.example.dev/tomato',
  image: `${'0123456789abcdef'.repeat(2)}.webp`,
}
const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }

/** Builds an event of a backup file. */
export const fileEvent = (
  stream: string,
  type: string,
  data: unknown,
  changes: Partial<BackupFileEvent> = {},
): BackupFileEvent => ({ stream, type, version: 1, at, actor: ana, data, ...changes })

/** Builds events of the project of a user for a day. */
export function fileProject(user: string, day: number) {
  const id = `r1-d${day}-${user}`
  const stream = `project-${id}`
  const event = (type: string, data: object, actor = user) => fileEvent(stream, type, data, { actor })
  /** An event that names who caused it. */
  const eventBy = (type: string, by: string, data: object = {}) => event(type, { ...data, by }, by)
  return {
    id,
    stream,
    submitted: (changes: Partial<typeof content> = {}) =>
      event('ProjectSubmitted', { ...content, ...changes }),
    revised: (changes: Partial<typeof content> = {}) => event('ProjectRevised', { ...content, ...changes }),
    withdrawn: () => event('ProjectWithdrawn', {}),
    approved: () => eventBy('ProjectApproved', admin),
    rejected: (reason: string) => eventBy('ProjectRejected', admin, { reason }),
    rated: (feedback = 'Neat.') =>
      event('ProjectRated', { rater: admin, official: true, criteria, feedback }, admin),
    liked: (by: string) => eventBy('ProjectLiked', by),
    unliked: (by: string) => eventBy('ProjectUnliked', by),
    commented: (by: string, number: number, text = 'How long is a pause?') =>
      eventBy('CommentPosted', by, { comment: `c${number}`, text }),
    commentRemoved: (by: string, number: number) => eventBy('CommentRemoved', by, { comment: `c${number}` }),
    viewed: (by: string) =>
      fileEvent(`viewed-${id}-${by}`, 'ProjectViewed', { project: id, by }, { actor: by }),
  }
}

const [anas, bens] = [fileProject(ana, 1), fileProject(ben, 1)]

/** A history with every kind of event. */
export const exampleHistory: readonly BackupFileEvent[] = [
  fileEvent(
    'challenge',
    'ChallengeStarted',
    { run: 1, startsAt: '2026-01-31T23:00:00.000Z' },
    { actor: admin },
  ),
  anas.submitted(),
  bens.submitted(),
  bens.viewed(ana),
  bens.liked(ana),
  bens.commented(ana, 1),
  bens.commented(ben, 2),
  bens.commentRemoved(ana, 1),
  anas.withdrawn(),
  anas.submitted({ projectName: 'Onion clock' }),
  anas.approved(),
  anas.rated(),
  bens.rated(),
  bens.rejected('The link leads nowhere.'),
  bens.revised({ projectName: 'Kite' }),
  fileEvent(`journey-1-${ana}`, 'DayCompleted', { day: 1 }),
  fileEvent('challenge', 'ChallengeEndSet', { run: 1, endsAt: '2026-12-01T00:00:00.000Z' }, { actor: admin }),
]

export type FileChanges = {
  header?: Partial<BackupFileHeader>
  trailer?: object
  productVersion?: string
  signer?: Pick<FileSigner, 'sign'>
}

/** Writes a backup file whose header and trailer fit its events, except for the changes. */
export async function backupFile(
  createBoardFold: () => BoardFold,
  events: readonly object[] = exampleHistory,
  { header: headerChanges = {}, trailer, productVersion = '0.2.0', signer }: FileChanges = {},
): Promise<Buffer> {
  const board = createBoardFold()
  const counted = new Map<string, number>()
  for (const event of events) {
    // Some specs write files with values that are not events.
    if (!('stream' in event)) continue
    const { type, stream, data } = event as BackupFileEvent
    board.apply({ type, stream, data })
    counted.set(type, (counted.get(type) ?? 0) + 1)
  }
  const { digest, statistics } = board.summary()
  const header: BackupFileHeader = {
    name: 'Halfway',
    createdAt: '2026-02-02T12:00:00.000Z',
    lineage: [{ run: 3 }, { run: 1, upTo: '45' }],
    counts: Object.fromEntries(counted),
    statistics,
    ...headerChanges,
  }
  const file = writePortableFile({
    format: backupFileFormat,
    productVersion,
    header,
    events: batches(events),
    trailer: (finalHash) =>
      trailer ?? { digest, ...(signer && { signature: signer.sign(signedText(finalHash, digest)) }) },
  })
  return Buffer.concat(await Array.fromAsync(file))
}

/** A fold whose digest depends on the order of all events about projects and of changes of the scoring. */
export function orderedFold(): BoardFold {
  const digest = createHash('sha256')
  let projects = 0
  return {
    apply: ({ stream, type, data }) => {
      if (!stream.startsWith('project-') && type !== 'ScoringChanged') return
      digest.update(JSON.stringify([stream, type, data]))
      if (type === 'ProjectSubmitted') projects += 1
    },
    summary: () => ({
      digest: digest.copy().digest('hex'),
      statistics: { totalProjects: projects, totalParticipants: 2, averagePoints: 1.5 },
    }),
  }
}
