import { create } from 'zustand'
import { onUserChange } from '../../storage/user-change.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'

const useAnnouncement = create<{ text: string; count: number }>()(() => ({ text: '', count: 0 }))
onUserChange(() => useAnnouncement.setState({ text: '' }))

/** Announces a text to screen reader users without interrupting them, also if it is the same as the last one. */
export const announce = (text: string) =>
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }))

/** The polite live region of the page; render it once, in the shell. */
export const Announcer = () => {
  const { text, count } = useAnnouncement()
  return (
    <div role="status" aria-live="polite">
      {/* A new element for each announcement: screen readers do not repeat a text that does not change. */}
      <VisuallyHidden key={count}>{text}</VisuallyHidden>
    </div>
  )
}
