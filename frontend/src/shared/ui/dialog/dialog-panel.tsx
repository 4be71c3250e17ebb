// The panel of all dialogs, which is open as long as it is rendered. Radix traps the focus and hides the rest of the page; the scrim and
// the scroll lock are ours, because the overlay of Radix injects a style sheet, which the content security policy refuses.

import { useRef, type ReactNode } from 'react'
import { Dialog as Primitive } from 'radix-ui'
import { classNames } from '../class-names.ts'
import { focusScreenHeading, isFocusLost } from '../move-focus.ts'
import hidden from '../../styles/visually-hidden.module.css'
import css from './dialog.module.css'

type DialogPanelProps = {
  onClose: () => void
  title: ReactNode
  titleHidden?: boolean | undefined
  description?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  placement?: 'middle' | 'sheet' | 'drawer' | undefined
  /** Maximum width in px. */
  width?: number | undefined
  /** On a phone it covers the screen, with the actions stuck to the bottom. */
  fillsPhone?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  /** Whether Escape and a press outside close it; default: true. */
  isDismissible?: boolean | undefined
}

/**
 * Returns whether the focused element handles Escape itself: an open list or a filled search field. Radix receives the key
 * first and would close the dialog.
 */
const handlesEscape = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-keeps-escape]') !== null

/**
 * Returns the control that has the focus at first: the one with `data-first-focus`, or the first one. Texts with a tooltip can receive the
 * focus, too, but it must not begin there.
 */
const firstControl = (dialog: EventTarget | null): HTMLElement | null | undefined => {
  const find = (selector: string) =>
    dialog instanceof Element ? dialog.querySelector<HTMLElement>(selector) : undefined
  const controls = ':is(a[href], button, input, textarea):not(:disabled, [tabindex="-1"], [type="hidden"])'
  return find('[data-first-focus]') ?? find(controls)
}

export const DialogPanel = ({ placement = 'middle', isDismissible = true, ...props }: DialogPanelProps) => {
  const opener = useRef<Element | null>(null)
  const keepOpen = (event: Event) => !isDismissible && event.preventDefault()
  return (
    <Primitive.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Primitive.Portal>
        <div
          className={css.scrim}
          data-dialog="open"
          data-placement={placement}
          data-fills={props.fillsPhone || undefined}
        >
          <Primitive.Content
            role={props.role ?? 'dialog'}
            aria-modal="true"
            className={css.dialog}
            style={placement === 'middle' ? { maxWidth: props.width ?? 440 } : undefined}
            onEscapeKeyDown={(event) => (!isDismissible || handlesEscape(event)) && event.preventDefault()}
            onPointerDownOutside={keepOpen}
            onInteractOutside={keepOpen}
            onOpenAutoFocus={(event) => {
              opener.current = document.activeElement
              const control = firstControl(event.target)
              if (!control) return
              event.preventDefault()
              control.focus()
            }}
            onCloseAutoFocus={(event) => {
              // Radix returns the focus to its own trigger, but our dialogs have none.
              event.preventDefault()
              if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
              // The opener is gone, such as the button of a comment that was deleted, or was another dialog.
              if (isFocusLost()) focusScreenHeading()
            }}
            {...(!props.description && { 'aria-describedby': undefined })}
          >
            <Primitive.Title className={classNames(css.title, props.titleHidden && hidden.visuallyHidden)}>
              {props.icon}
              <span>{props.title}</span>
            </Primitive.Title>
            {props.description && (
              <Primitive.Description className={css.description}>{props.description}</Primitive.Description>
            )}
            {props.children}
            {props.actions && <div className={css.actions}>{props.actions}</div>}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
