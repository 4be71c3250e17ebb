import { expect, test } from 'vitest'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, commitStep, type StoreUnderTest } from './board.ts'

const seen = {
  upTo: 3n,
  events: [{ position: 2n ** 62n, id: 'id-1', stream: 'project-r1-d1-ada', revision: 7 }],
  changedAt: 2n,
}

/** Tests the contract for epochs, and for what a build has seen of the log. */
export function checkEpochs(current: () => StoreUnderTest) {
  test('a build keeps what it has seen of the log until a commit replaces it', async () => {
    const { store } = current()
    const build = await builtBoard(store)
    expect(await store.liveBuild(board)).toMatchObject({ seen: nothingSeen })
    await commitStep(store, build, 3n, { from: 1n, seen })
    expect(await store.liveBuild(board)).toMatchObject({ checkpoint: 3n, seen })
    await commitStep(store, build, 4n, { from: 3n })
    expect(await store.liveBuild(board)).toMatchObject({ checkpoint: 4n, seen })
  })

  test('all builds are of the same epoch until a new one begins', async () => {
    const { store } = current()
    await builtBoard(store)
    const first = await store.liveBuild(board)
    await builtBoard(store)
    const second = await store.liveBuild(board)
    expect(second?.build).not.toEqual(first?.build)
    expect(second?.epoch).toBe(first?.epoch)
    expect(second?.outdatedSince).toBeUndefined()
  })

  test('a live build of an older epoch is out of date, also after further commits, until it is replaced', async () => {
    const { store } = current()
    const build = await builtBoard(store)
    const before = await store.liveBuild(board)
    expect(await store.beginEpoch(before?.epoch ?? '')).toBe(true)
    await commitStep(store, build, 2n, { from: 1n })
    const outdated = await store.liveBuild(board)
    expect(outdated).toMatchObject({ build, epoch: before?.epoch })
    expect(outdated?.outdatedSince).toEqual(expect.any(Number))
    await builtBoard(store)
    const after = await store.liveBuild(board)
    expect(after?.epoch).not.toBe(before?.epoch)
    expect(after?.outdatedSince).toBeUndefined()
  })

  test('workers that find the same put-back log begin one epoch', async () => {
    const { store } = current()
    await builtBoard(store)
    const { epoch = '' } = (await store.liveBuild(board)) ?? {}
    const results = await Promise.all([store.beginEpoch(epoch), store.beginEpoch(epoch)])
    expect(results.filter((isFirst) => isFirst)).toEqual([true])
    expect(await store.beginEpoch(epoch)).toBe(false)
  })

  test('a build that was begun before the new epoch never goes live', async () => {
    const { store } = current()
    await builtBoard(store)
    const { build, epoch = '' } = (await store.liveBuild(board)) ?? {}
    const unfinished = await store.beginBuild(board)
    await store.beginEpoch(epoch)
    await expect(store.activate(unfinished)).rejects.toBeInstanceOf(ReadModelNotBuilt)
    expect((await store.liveBuild(board))?.build).toEqual(build)
  })
}
