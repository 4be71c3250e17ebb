import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Name under which a file is written before it has its own: hidden, and with the own name in it. */
const draftOf = (name: string): string => `.${name}.${randomUUID()}.tmp`

/**
 * Whether a name is that of a draft, which a process left that ended while it wrote. Drafts of older releases have no own
 * name in it.
 */
export const isTemporaryFile = (name: string): boolean =>
  /^\.(?:.+\.)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/.test(name)

/**
 * Writes a file of a folder, readable for its owner only: under its name there is the whole content or what was there
 * before, also after a power cut. When this has answered, the content is there for good. Answers its path.
 */
export async function writeFileAtomically(
  folder: string,
  name: string,
  content: Uint8Array,
): Promise<string> {
  const [file, draft] = [join(folder, name), join(folder, draftOf(name))]
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await flushFolder(folder)
  return file
}

/** Makes a folder for its owner only, with those above it, unless it is there. When this has answered, it is there for good. */
export async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made))
    await flushFolder(dirname(made))
}

/** Flushes which names a folder holds: without it a power cut may bring back what was removed, and take what was added. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
