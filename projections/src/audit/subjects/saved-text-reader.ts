import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { savedTextEvents, type SavedTextEvent } from '@thirty/contracts/saved-texts/events.ts'
import type { SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import { subjectReader, withEntry, type Known, type Wording } from './draft.ts'

type Content = { kind: SavedTextKind; title: string; text: string }
const beginning: Known<Content> = new Map()
const codes = {
  rejection: { added: 'savedReasonAdded', changed: 'savedReasonChanged', deleted: 'savedReasonDeleted' },
  feedback: {
    added: 'savedFeedbackAdded',
    changed: 'savedFeedbackChanged',
    deleted: 'savedFeedbackDeleted',
  },
} as const satisfies Record<SavedTextKind, object>

/** Reads the stream of the saved texts. */
export const savedTextReader = () =>
  subjectReader(
    beginning,
    {
      SavedTextAdded: (data, { actor }, texts) => wording(actor, 'added', texts.get(data.savedText), data),
      // Nothing can be changed or deleted before it was added.
      SavedTextChanged({ savedText, title, text }, { actor }, texts) {
        const before = texts.get(savedText)
        return before && wording(actor, 'changed', before, { ...before, title, text })
      },
      SavedTextDeleted({ savedText }, { actor }, texts) {
        const before = texts.get(savedText)
        return before && wording(actor, 'deleted', before, undefined)
      },
    },
    (texts, event) =>
      isEventOf(savedTextEvents, event)
        ? withEntry(texts, event.data.savedText, contentAfter(texts, event))
        : texts,
  )

function contentAfter(texts: Known<Content>, { type, data }: SavedTextEvent) {
  if (type === 'SavedTextAdded') return data
  const before = texts.get(data.savedText)
  return type === 'SavedTextDeleted' ? undefined : before && { ...before, ...data }
}

function wording(
  actor: string | Text,
  did: keyof (typeof codes)[SavedTextKind],
  before: Content | undefined,
  after: Content | undefined,
): Wording | undefined {
  const content = after ?? before
  return (
    content && {
      said: say(codes[content.kind][did], { actor, title: content.title }),
      subjectName: content.title,
      before: recordOf(before),
      after: recordOf(after),
    }
  )
}

const recordOf = (content: Content | undefined) =>
  content === undefined ? {} : { title: content.title, text: content.text }
