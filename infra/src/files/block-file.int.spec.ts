import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compressBlock, readBlockFile, readDescription, writeBlockFile, type Block } from './block-file.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'blocks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const texts = ['first '.repeat(200), '', 'third']
async function* blocksOf(given: readonly string[] = texts): AsyncGenerator<Block> {
  for (const [index, text] of given.entries()) yield { name: `block-${index}`, data: Buffer.from(text) }
}
async function contentOf(path: string) {
  const file = await readBlockFile(path)
  if (file === undefined) return undefined
  const blocks: string[] = []
  for await (const { name, data } of file.blocks()) blocks.push(`${name}: ${data.toString()}`)
  return { details: file.details, blocks }
}

test('a file returns its blocks and its details', async () => {
  const path = await writeBlockFile(await makeFolder(), 'a', { position: '7' }, blocksOf())
  expect(await contentOf(path)).toEqual({
    details: { position: '7' },
    blocks: texts.map((text, index) => `block-${index}: ${text}`),
  })
  expect(await readDescription(path)).toMatchObject({ details: { position: '7' } })
})

test('a file with any flipped byte is treated as missing, and so is one that is cut off anywhere', async () => {
  const path = await writeBlockFile(await makeFolder(), 'a', { position: '7' }, blocksOf())
  const bytes = await readFile(path)
  for (let index = 0; index < bytes.length; index++) {
    const flipped = Buffer.from(bytes)
    flipped[index] = (flipped[index] ?? 0) ^ 1
    await writeFile(path, flipped)
    expect(await readBlockFile(path)).toBeUndefined()
  }
  for (let length = 0; length < bytes.length; length += 7) {
    await writeFile(path, bytes.subarray(0, length))
    expect(await readBlockFile(path)).toBeUndefined()
  }
})

test('a compressed block keeps no larger buffer in memory', async () => {
  const { compressed } = await compressBlock({ name: 'a', data: Buffer.from(texts.join()) })
  expect(compressed.buffer.byteLength).toBe(compressed.length)
})

test('a missing file, an empty one and one of something else are treated as missing', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'empty'), '')
  await writeFile(join(folder, 'other'), 'x'.repeat(1_000))
  for (const name of ['missing', 'empty', 'other']) {
    expect(await readBlockFile(join(folder, name))).toBeUndefined()
    expect(await readDescription(join(folder, name))).toBeUndefined()
  }
})

test('blocks that end with an error leave the previous file', async () => {
  const folder = await makeFolder()
  const path = await writeBlockFile(folder, 'a', 1, blocksOf())
  async function* failing(): AsyncGenerator<Block> {
    yield* blocksOf()
    throw new Error('no more')
  }
  await expect(writeBlockFile(folder, 'a', 2, failing())).rejects.toThrow('no more')
  expect(await contentOf(path)).toMatchObject({ details: 1 })
  expect(await readdir(folder)).toEqual(['a'])
})
