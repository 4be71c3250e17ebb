import { create } from 'zustand'
import { VisuallyHidden } from '../visually-hidden.tsx'

const useAnnouncement = create<{ text: string }>()(() => ({ text: '' }))

/** Announces a text to screen reader users without interrupting them. */
export const announce = (text: string) => useAnnouncement.setState({ text })

/** The polite live region of the page; render it once, in the shell. */
export const Announcer = () => {
  const text = useAnnouncement((state) => state.text)
  return (
    <div role="status" aria-live="polite">
      <VisuallyHidden>{text}</VisuallyHidden>
    </div>
  )
}
