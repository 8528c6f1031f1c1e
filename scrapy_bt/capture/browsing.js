// Reports what a person does on a page. Shared by the recording browser and the recording proxy: whoever loads it
// gives `receive`, which takes one line of JSON. With *hasBar* a bar at the corner lets the person mark what they want.
(receive, hasBar) => {
  'use strict';
  const LONGEST_PAGE = 2000000, LONGEST_TEXT = 200, LONGEST_ATTRIBUTE = 500, MOST_ATTRIBUTES = 30, SETTLED = 400, DRAGGED = 8, LINGERING = 5000;
  const LARGEST_FILE = 5000000, MOST_MARKED = 50000;
  const UNSEEN = /^(script|style|template|noscript|link|meta|title)$/;
  const ACTIVE = 'a,button,input,select,textarea,label,option,summary,[onclick],[role=button],[role=link],[role=option],' +
    '[role=tab],[role^=menuitem],[role=treeitem],[role=checkbox],[role=radio],[role=switch]';
  const ROWS = 'tr,li', CONTROLS = 'input,select,textarea';

  const OWN = /<script src="\/__scrapy_bt__\/script\.js"><\/script>|<scrapy-bt-bar\b[^>]*><\/scrapy-bt-bar>/g;
  const MARKS = { KeyV: 'value', KeyL: 'list', KeyP: 'page' }, LONGEST_MARK = 2000;

  const now = () => (performance.timeOrigin + performance.now()) / 1000;
  let lastPage = '';
  const typed = new Map();

  function tab() {
    try {
      const known = sessionStorage.getItem('scrapy-bt-tab');
      if (known) return known;
      const made = 'tab-' + Math.random().toString(36).slice(2, 10);
      sessionStorage.setItem('scrapy-bt-tab', made);
      return made;
    } catch { return ''; }
  }

  function path(element) {
    const steps = [];
    for (let at = element; at && at.nodeType === Node.ELEMENT_NODE; at = at.parentElement) {
      const name = at.localName;
      if (name === 'html') { steps.unshift('html'); break; }
      const alike = at.parentElement ? [...at.parentElement.children].filter(child => child.localName === name) : [];
      steps.unshift(alike.length > 1 ? `${name}:nth-of-type(${alike.indexOf(at) + 1})` : name);
    }
    return steps.join(' > ');
  }

  const squeezed = text => (text || '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);

  function label(element) {
    const own = element.getAttribute('aria-label');
    if (own) return squeezed(own);
    const ids = element.getAttribute('aria-labelledby');
    if (ids) return squeezed(ids.split(/\s+/).map(id => document.getElementById(id)?.textContent || '').join(' '));
    if (element.labels && element.labels.length) return squeezed(element.labels[0].textContent);
    return squeezed(element.getAttribute('placeholder') || element.getAttribute('title') || element.getAttribute('alt'));
  }

  function told(element) {
    if (!element || element.nodeType !== Node.ELEMENT_NODE) return undefined;
    const attributes = {};
    for (const { name, value } of [...element.attributes].slice(0, MOST_ATTRIBUTES)) {
      attributes[name] = value.slice(0, LONGEST_ATTRIBUTE);
    }
    const text = element.localName === 'select'
      ? [...element.selectedOptions].map(option => option.textContent).join(' ')
      : element.localName === 'textarea' ? '' : element.textContent;
    return { tag: element.localName, path: path(element), attributes, text: squeezed(text), label: label(element) };
  }

  function valueOf(element) {
    if (!element || !('value' in element) || ['button', 'li', 'meter', 'progress'].includes(element.localName)) {
      return element && element.isContentEditable ? squeezed(element.textContent) : undefined;
    }
    if (element.type === 'checkbox' || element.type === 'radio') return element.checked ? element.value : '';
    if (element.type === 'file') return [...element.files].map(file => file.name).join(', ');
    if (element.localName === 'select' && element.multiple) {
      return [...element.selectedOptions].map(option => option.value).join(',');
    }
    return String(element.value);
  }

  // As it stands in an inert document, where nothing is loaded and nothing runs: what a style hides is marked there.
  function marked() {
    const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true);
    // By place: fields of a form hide its `children` where they are called so, and framesets have no body.
    const [shown, own] = [document.documentElement, copy].map(root => root.querySelectorAll('body *'));
    for (let place = 0; place < shown.length && shown.length <= MOST_MARKED; place += 1) {
      if (UNSEEN.test(shown[place].localName) || getComputedStyle(shown[place]).display !== 'none') continue;
      own[place].setAttribute('hidden', '');
    }
    return copy.outerHTML;
  }

  function html() {
    if (window !== window.top || !document.documentElement) return undefined;
    const text = marked().replace(OWN, '');
    if (text.length > LONGEST_PAGE || text === lastPage) return undefined;
    lastPage = text;
    return text;
  }

  const report = event => receive(JSON.stringify(event));
  const base = (type, more) => ({ at: now(), type, url: location.href, page: tab(), ...more });
  const snapshot = () => {
    const text = html();
    if (text !== undefined) report(base('snapshot', { html: text }));
  };

  function flushTyped() {
    for (const [element, event] of typed) report({ ...event, value: valueOf(element) });
    typed.clear();
  }

  function act(type, element, more) {
    flushTyped();
    report(base(type, { element: told(element), value: valueOf(element), html: html(), ...more }));
    setTimeout(snapshot, SETTLED);
  }

  const target = event => (event.composedPath && event.composedPath()[0]) || event.target;
  function active(element) {
    const next = from => (from && from.closest ? from.closest(`${ACTIVE},[tabindex]`) : null);
    // What can be focused and holds what can be clicked, as a dialog, is not what was clicked.
    const isAround = at => !at.matches(`${ACTIVE},${ROWS}`) && at.querySelector(`${ACTIVE},${ROWS},[tabindex]`);
    let at = next(element);
    while (at && isAround(at)) at = next(at.parentElement);
    return at || element;
  }
  // Of what a script has made happen, only what a person may have done counts: not a change of an element that the page
  // has made up, where nobody has done anything yet.
  let touched = false;
  for (const type of ['pointerdown', 'keydown', 'click']) {
    addEventListener(type, event => { touched ||= event.isTrusted; }, { capture: true, passive: true });
  }
  const isOfPerson = event => event.isTrusted || event.type === 'submit' ||
    event.type === 'change' && (touched || target(event).matches?.(CONTROLS));
  const isOfBar = event => bar && event.composedPath && event.composedPath().includes(bar);
  const listen = (type, handler) => addEventListener(type, event => {
    if (!isOfBar(event) && isOfPerson(event)) handler(event);
  }, { capture: true, passive: true });

  // Marks: the person points at something and says what it is, by a key or by the bar.
  let bar = null, marking = '', pointed = null;

  function mark(kind, element) {
    marking = '';
    if (bar) bar.tell('');
    if (!element || element.nodeType !== Node.ELEMENT_NODE) return;
    flushTyped();
    const text = (valueOf(element) ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_MARK);
    report(base('mark', { value: kind, element: { ...told(element), text }, html: html() }));
    const before = element.style.outline;
    element.style.outline = '3px solid #0b69a3';
    setTimeout(() => {
      element.style.outline = before;
      if (!element.getAttribute('style')) element.removeAttribute('style');
    }, SETTLED);
  }

  addEventListener('pointerover', event => { if (!isOfBar(event)) pointed = target(event); }, { capture: true, passive: true });
  addEventListener('keydown', event => {
    if (event.isTrusted && event.altKey && event.shiftKey && MARKS[event.code]) {
      event.preventDefault();
      mark(MARKS[event.code], pointed);
    }
  }, { capture: true });
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
    addEventListener(type, event => {
      if (!marking || isOfBar(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (type === 'click') mark(marking, target(event));
    }, { capture: true });
  }

  function showBar() {
    bar = document.createElement('scrapy-bt-bar');
    const box = bar.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    box.style.cssText = 'position:fixed;right:8px;bottom:8px;z-index:2147483647;padding:6px 8px;border-radius:6px;' +
      'background:#1f2933;color:#fff;font:13px system-ui,sans-serif;box-shadow:0 1px 6px #0008';
    const said = document.createElement('span');
    bar.tell = kind => { said.textContent = kind ? 'now click it ' : 'mark '; };
    bar.tell('');
    box.append(said);
    for (const [kind, text, key] of [['value', 'a value', 'V'], ['list', 'a row of my list', 'L'], ['page', 'this page', 'P']]) {
      const button = document.createElement('button');
      button.textContent = text;
      button.title = `Alt+Shift+${key}, with the mouse on it`;
      button.style.cssText = 'margin-left:6px;border:0;border-radius:4px;padding:3px 8px;font:inherit;cursor:pointer';
      button.addEventListener('click', () => {
        if (kind === 'page') mark(kind, document.body);
        else { marking = kind; bar.tell(kind); }
      });
      box.append(button);
    }
    document.documentElement.append(bar);
  }
  if (hasBar && window === window.top) {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showBar);
    else showBar();
  }

  // A page that acts on what is pressed may put something else in its place: then the click is one of what is around
  // both, or none comes. What was pressed is what the person clicked.
  let pressed = null;
  const isNear = event => pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < DRAGGED;
  listen('pointerdown', event => {
    const element = active(target(event));
    pressed = event.button ? null : { element, told: told(element), x: event.clientX, y: event.clientY };
  });
  listen('pointerup', event => {
    const was = isNear(event) ? pressed : null, at = now();
    if (was) setTimeout(() => {
      if (pressed === was && !was.element.isConnected) clicked(document.body, event, { at, element: was.told });
    });
  });
  listen('click', event => {
    const element = active(target(event)), was = event.detail && isNear(event) ? pressed : null;
    clicked(element, event, was && was.element !== element && element.contains(was.element) ? { element: was.told } : {});
  });
  function clicked(element, event, more) {
    pressed = null;
    act('click', element, { x: event.clientX, y: event.clientY, ...more });
  }
  listen('change', event => {
    act('change', target(event));
    for (const file of target(event).files || []) {
      if (file.size > LARGEST_FILE) continue;
      const reader = new FileReader();
      reader.onload = () => report(base('file', { name: file.name, data: reader.result.split(',')[1] || '' }));
      reader.readAsDataURL(file);
    }
  });
  listen('submit', event => act('submit', target(event)));
  listen('input', event => {
    const element = target(event);
    typed.set(element, typed.get(element) || base('input', { element: told(element), html: html() }));
  });
  listen('keydown', event => {
    if (event.key === 'Enter') act('keydown', target(event));
  });
  listen('paste', event => act('paste', target(event), { clipboard: event.clipboardData?.getData('text') }));
  listen('copy', event => act('copy', target(event), { clipboard: String(getSelection()) }));
  // What a worker has asked for last is lost with it, unless it is there for a moment longer; the page hears nothing of it.
  const terminate = window.Worker?.prototype.terminate;
  const unheard = event => event.stopImmediatePropagation();
  if (terminate) Worker.prototype.terminate = function () {
    for (const type of ['message', 'messageerror', 'error']) this.addEventListener(type, unheard, { capture: true });
    setTimeout(() => terminate.call(this), LINGERING);
  };
  listen('pagehide', () => { flushTyped(); snapshot(); });

  if (window === window.top && location.href !== 'about:blank') {
    report({ ...base('navigate'), url: document.referrer, url_after: location.href });
    addEventListener('DOMContentLoaded', snapshot);
    addEventListener('load', () => setTimeout(snapshot, SETTLED));
    let here = location.href;
    const moved = () => {
      if (location.href !== here) {
        report({ ...base('navigate'), url: here, url_after: location.href });
        here = location.href;
        setTimeout(snapshot, SETTLED);
      }
    };
    if (window.navigation) window.navigation.addEventListener('currententrychange', moved);
    addEventListener('popstate', moved);
    addEventListener('hashchange', moved);
  }
}
