// Handlers that add, change and remove the texts that admins insert into rejections and feedback, which belong to no run. A read model
// lists them.

import { savedTextEndpoints } from '@thirty/contracts/saved-texts/api.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { savedTextsStream } from '@thirty/contracts/events/stream-names.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../fold.ts'
import { deriveId } from '../idempotency.ts'
import { personOf } from '../people.ts'
import type { Parts } from '../parts.ts'
import { add, change, remove } from './decide.ts'
import { recordedTexts, type SavedTexts } from '@thirty/contracts/saved-texts/events.ts'

export function savedTextHandlers({ commands, command }: Parts): Endpoint[] {
  const stream = savedTextsStream
  const onRefused = namingAuthor(commands)
  return [
    command(savedTextEndpoints.add, 'add-saved-text', recordedTexts, ({ body }, context) => {
      // Derived from the command, so that a retry with the same key adds nothing.
      const id = deriveId('saved-text', context.command.id)
      return { stream, decide: (texts) => add(texts, { ...body, id }), answer: savedText(id) }
    }),
    command(savedTextEndpoints.change, 'change-saved-text', recordedTexts, ({ params, body }) => {
      const id = params.savedTextId
      return { stream, decide: (texts) => change(texts, { ...body, id }), onRefused, answer: savedText(id) }
    }),
    command(savedTextEndpoints.remove, 'delete-saved-text', recordedTexts, ({ params, body }) => ({
      stream,
      decide: (texts) => remove(texts, { ...body, id: params.savedTextId }),
      onRefused,
    })),
  ]
}

const savedText =
  (id: string) =>
  ({ state: texts }: { state: SavedTexts }) => {
    const text = texts.get(id)
    if (text === undefined) throw new Error('The command has stored the text.')
    const { kind, title, position } = text
    return { savedText: { id, kind, title, text: text.text, version: position.toString() } }
  }

/** Adds the name of the other admin to a refusal because of a newer text. */
const namingAuthor = (commands: Commands) => async (error: unknown) => {
  if (!(error instanceof Refusal) || error.details?.newerText === undefined) throw error
  const { newerText } = error.details
  const by = nameAs('byName', await personOf(commands, newerText.by))
  throw error.with({ details: { newerText: { ...newerText, ...by } } })
}
