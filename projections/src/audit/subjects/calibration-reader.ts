import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { calibrationEvents } from '@thirty/contracts/events/judging.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { SubjectReader } from './draft.ts'

/** Reads the stream of the calibration projects, which says of a project only whose it is and for which day. */
export const calibrationReader = (): SubjectReader => ({
  draft(event) {
    if (!isEventOf(calibrationEvents, event)) return undefined
    const { actor } = event.metadata
    const { user, day } = parseProjectId(event.data.project) ?? { user: undefined, day: 0 }
    const isAdded = event.type === 'CalibrationProjectAdded'
    return {
      users: user === undefined ? [] : [user],
      word: (nameOf) => {
        const [admin, owner] = [nameOf(actor), nameOf(user)]
        return {
          summary: isAdded
            ? `${admin} chose the project of ${owner} for Day ${day} for calibration`
            : `${admin} removed the project of ${owner} for Day ${day} from calibration`,
          subjectName: nameOf(user),
        }
      },
    }
  },
  // No entry depends on an earlier one.
  apply: () => undefined,
})
