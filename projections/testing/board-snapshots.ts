import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentRun } from '@thirty/contracts/rules/history.ts'
import { openBoardSnapshots } from '@thirty/projections/past-boards/snapshots/board-snapshots.ts'
import { readChallenge } from '@thirty/projections/challenge/read-challenge.ts'
import type { PastBoard } from '@thirty/projections/past-boards/past-board.ts'
import { pastBoardFormat } from '@thirty/projections/past-models.ts'
import { expect, onTestFinished } from 'vitest'
import { personEvents, projectEvents, type GivenEvent } from './event-builders.ts'
import { pastSetup } from './past-setup.ts'
import { recordedLog } from './recorded-log.ts'

/** Creates a folder for one test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'board-snapshots-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Options = {
  isOtherLog?: boolean
  version?: string
  spacing?: number
  maxFiles?: number
  maxBytes?: number
  onError?: (error: unknown) => void
}

/** Past boards over a folder of snapshots, as after a start of the process. */
export async function start(
  folder: string,
  given: readonly GivenEvent[],
  { isOtherLog = false, version = '1', ...options }: Options = {},
) {
  const snapshots = await openBoardSnapshots({
    folder,
    log: isOtherLog ? { compareEvent: async () => 'other' } : recordedLog(given),
    format: { ...pastBoardFormat('UTC'), version },
    spacing: 4,
    onError: (error) => expect.unreachable(String(error)),
    ...options,
  })
  const setup = await pastSetup(given, { snapshots })
  const boardAt = async (position: bigint, isInBackground = true): Promise<PastBoard> => {
    const challenge = await readChallenge(setup.log, position)
    return setup.boards.at(currentRun(challenge.runs).history, position, challenge, { isInBackground })
  }
  return { ...setup, snapshots, boardAt }
}

/** What a board says, without what identifies it. */
export const contentOf = ({ documents, last, events }: PastBoard) => ({
  documents: Object.fromEntries([...documents].map(([id, { participant }]) => [id, participant])),
  last,
  events,
})

/** Ten participants with one project each. */
const names = [...'ABCDEFGHIJ']
export const submissions: GivenEvent[] = [
  ...names.map((name) =>
    personEvents(`P${name}`).registered({ fullName: `Person ${name}`, username: `person_${name}` }),
  ),
  ...names.map((name) => projectEvents(`P${name}`, 1).submitted()),
]
/** The position of the last of these events. */
export const end = BigInt(submissions.length * 10)
