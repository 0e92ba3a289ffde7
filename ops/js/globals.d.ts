// Global types of the browser scripts: what the vendored libraries put on `window`, and the events
// that pass between them and us. Read by the type checker only; no page loads it.

// In front of the service worker (`config/installable.py`).
declare const VERSION: string;
declare const OFFLINE: string;
declare const FILES: string[];
declare const ICON: string;
declare const STATIC: string;

interface HtmxSocket {
  reconnect(): void;
  queue: unknown[];
}

interface Htmx {
  config: {
    wsReconnectDelay: () => number;
    wsBinaryType: BinaryType;
  };
  createWebSocket: (url: string) => WebSocket;
  ajax(verb: "GET" | "POST", url: string, context: object): Promise<void>;
  swap(target: Element, html: string, how: object): void;
  trigger(target: Element, kind: string, detail: object): void;
}

interface MorphCallbacks {
  beforeAttributeUpdated(name: string, node: Element, kind: "update" | "remove"): boolean;
  beforeNodeMorphed(node: Node, wanted: Node): boolean;
  beforeNodeAdded(node: Node): boolean;
  beforeNodeRemoved(node: Node): boolean;
}

interface Window {
  htmx: Htmx;
  Idiomorph: {
    defaults: { callbacks: MorphCallbacks };
    morph(node: Element, html: string, how: { morphStyle: "innerHTML" | "outerHTML" }): void;
  };
  webkitAudioContext?: typeof AudioContext;
}

/** htmx fires its events on the element that asks, so there is always one. */
interface HtmxEvent<Detail> extends CustomEvent<Detail> {
  readonly target: HTMLElement;
}

type RequestEvent = HtmxEvent<{ elt: HTMLElement; xhr: XMLHttpRequest }>;

interface PageEvents {
  "courtyard:answer": CustomEvent<{ ack?: string; refused?: string; code: string; why: string }>;
  "courtyard:moved": CustomEvent<null>;
  "courtyard:refresh": CustomEvent<null>;
  "htmx:afterRequest": RequestEvent;
  "htmx:beforeRequest": RequestEvent;
  "htmx:beforeSend": RequestEvent;
  "htmx:configRequest": HtmxEvent<{ parameters: Record<string, string> }>;
  "htmx:confirm": HtmxEvent<{ elt: HTMLElement; issueRequest(skipped: boolean): void }>;
  "htmx:load": HtmxEvent<{ elt: HTMLElement }>;
  "htmx:oobAfterSwap": Event;
  "htmx:beforeSwap": HtmxEvent<{ xhr: XMLHttpRequest; shouldSwap: boolean }>;
  "htmx:oobBeforeSwap": HtmxEvent<{ target: HTMLElement; fragment: DocumentFragment }>;
  "htmx:responseError": RequestEvent;
  "htmx:sendError": RequestEvent;
  "htmx:wsAfterMessage": HtmxEvent<{ message: string }>;
  "htmx:wsBeforeMessage": HtmxEvent<{ message: string }>;
  "htmx:wsClose": HtmxEvent<{ socketWrapper: HtmxSocket; event: CloseEvent }>;
  "htmx:wsOpen": HtmxEvent<{ socketWrapper: HtmxSocket; event: Event }>;
}
interface DocumentEventMap extends PageEvents {}
interface WindowEventMap extends PageEvents {}
