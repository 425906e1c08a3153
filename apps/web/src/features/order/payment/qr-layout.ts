/** Classes of the QR code and its buttons: on phones side by side where there is room, so that the address comes soon; elsewhere one below the other. */
export const QR_AND_BUTTONS = 'flex w-full flex-wrap items-center justify-center gap-2 md:w-[17.625rem]';

/** Classes of the badge and buttons beside the QR code. */
export const BESIDE_QR = 'flex min-w-0 max-w-56 grow basis-26 flex-wrap items-center justify-center gap-1 md:max-w-none md:basis-full';

/** Class names of a button. Phones show the buttons beside the QR code, and smaller. */
export const BUTTON = 'max-md:gap-1 max-md:px-2 max-md:py-1 max-md:text-small';
export const ICON = 'size-4 shrink-0 md:size-5';
