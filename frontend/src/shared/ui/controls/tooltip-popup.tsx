// The text of a tooltip, beside its anchor, which it describes. Radix places it beside an empty element that covers the anchor: the
// anchor was rendered before Radix was loaded, and would lose the focus in another tree.

import { Tooltip as Radix } from 'radix-ui'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './tooltip.module.css'

export const TooltipPopup = ({
  anchor,
  onHide,
  children,
  ...pointerHandlers
}: {
  anchor: Element
  onHide: () => void
  onPointerEnter: () => void
  onPointerLeave: () => void
  children: ReactNode
}): ReactNode => {
  const [{ left, top, width, height }] = useState(() => anchor.getBoundingClientRect())
  const describeAnchor = useCallback(
    (content: HTMLElement | null) => {
      const id = content?.id
      if (id) anchor.setAttribute('aria-describedby', id)
      return () => anchor.removeAttribute('aria-describedby')
    },
    [anchor],
  )
  useEffect(() => {
    // The anchor moves away.
    addEventListener('scroll', onHide, { capture: true, passive: true })
    return () => removeEventListener('scroll', onHide, { capture: true })
  }, [onHide])
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={(open) => !open && onHide()}>
        {createPortal(
          <Radix.Trigger asChild>
            <span aria-hidden="true" className={css.anchor} style={{ left, top, width, height }} />
          </Radix.Trigger>,
          document.body,
        )}
        <Radix.Portal container={landmarkOf(anchor)}>
          <Radix.Content
            ref={describeAnchor}
            sideOffset={6}
            collisionPadding={8}
            className={css.tooltip}
            {...pointerHandlers}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

/** Returns the landmark of an element, so that no text is outside of one; undefined in a dialog, which would cut the popup off. */
const landmarkOf = (element: Element): HTMLElement | undefined =>
  element.closest('[role=dialog], [role=alertdialog]')
    ? undefined
    : (element.closest<HTMLElement>('main, header, nav, aside') ?? undefined)
