import { savedTextEndpoints } from '@thirty/contracts/endpoints/saved-texts.ts'
import type { SavedTextEvent } from '@thirty/contracts/events/saved-texts.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { savedTextsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext, deriveId, type CommandContext } from '../idempotency.ts'
import { nameOf } from '../later-changes.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { add, change, remove } from './decide.ts'
import { savedTextsFold, type SavedTexts } from './evolve.ts'

export type SavedTextDeps = { commands: Commands; waitForProjections: WaitForProjections }

type Decide = (texts: SavedTexts) => readonly SavedTextEvent[]

/** Handlers for the texts that admins insert into rejections and feedback, which belong to no run (decision 0103). */
export function savedTextHandlers({ commands, waitForProjections }: SavedTextDeps): Endpoint[] {
  const handle = async (context: CommandContext, decide: Decide) => {
    try {
      return await commands.handle({ ...savedTextsFold, stream: savedTextsStream, context, decide })
    } catch (error) {
      throw await namingAuthor(commands, error)
    }
  }
  const answer = async (id: string, { state, position }: Awaited<ReturnType<typeof handle>>) => ({
    success: true as const,
    ...(await waitForProjections(position)),
    savedText: responseOf(state, id),
  })

  return [
    endpoint(savedTextEndpoints.add)(async (request) => {
      const context = commandContext(request, request.caller.id, 'add-saved-text')
      // Derived from the command, so that a retry with the same key adds nothing.
      const id = deriveId('saved-text', context.command.id)
      return answer(id, await handle(context, (texts) => add(texts, { ...request.body, id })))
    }),
    endpoint(savedTextEndpoints.change)(async (request) => {
      const context = commandContext(request, request.caller.id, 'change-saved-text')
      const id = request.params.savedTextId
      return answer(id, await handle(context, (texts) => change(texts, { ...request.body, id })))
    }),
    endpoint(savedTextEndpoints.remove)(async (request) => {
      const context = commandContext(request, request.caller.id, 'delete-saved-text')
      const id = request.params.savedTextId
      const { position } = await handle(context, (texts) => remove(texts, { ...request.body, id }))
      return { success: true, ...(await waitForProjections(position)) }
    }),
  ]
}

function responseOf(texts: SavedTexts, id: string) {
  const text = texts.get(id)
  if (text === undefined) throw new Error('The command has stored the text.')
  const { kind, title, position } = text
  return { id, kind, title, text: text.text, version: position.toString() }
}

/** Adds the name of the other admin to a refusal because of a newer text. */
async function namingAuthor(commands: Commands, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.details?.newerText === undefined) return error
  const { newerText } = error.details
  const byName = await nameOf(commands, newerText.by)
  return new Refusal(error.code, error.message, error.errors, { newerText: { ...newerText, byName } })
}
