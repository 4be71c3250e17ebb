import { create } from 'zustand'
import { VisuallyHidden } from '../visually-hidden.tsx'

const useAnnouncement = create<{ text: string }>()(() => ({ text: '' }))

/** Says something to those who listen, when they are next free to hear it. */
export const announce = (text: string) => useAnnouncement.setState({ text })

/** The one polite region of the page, once in the shell. */
export const Announcer = () => {
  const text = useAnnouncement((state) => state.text)
  return (
    <div role="status" aria-live="polite">
      <VisuallyHidden>{text}</VisuallyHidden>
    </div>
  )
}
