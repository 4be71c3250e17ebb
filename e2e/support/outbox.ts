import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product } from './product.ts'

/** Returns the emails of one kind that a product has written into its outbox, as text, oldest first. */
export async function emailsOf({ dataDir }: Pick<Product, 'dataDir'>, kind: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const ofKind = names.filter((name) => name.includes(`-${kind}-`) && name.endsWith('.eml')).toSorted()
  const files = await Promise.all(ofKind.map((name) => readFile(join(outbox, name), 'utf8')))
  return files.map((file) => file.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
}

/** Returns the link to a page in an email; throws if the email has none. */
export function linkIn(email: string | undefined, path: string): string {
  const link = (email ?? '').match(/http:\/\/[^\s"<>]+/g)?.find((url) => new URL(url).pathname === path)
  if (link === undefined) throw new Error(`The email has no link to ${path}.`)
  return link
}
