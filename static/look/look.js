// The theme before the first paint, the menus, and the tab in view. Everything here also works without it.
"use strict";
(() => {
  const themes = ["auto", "light", "dark", "bright"];
  const root = document.documentElement;
  // A page kept on the device (a tablet without network) carries the theme of the day it was kept; the cookie knows better.
  const kept = (document.cookie.match(/(?:^|; )theme=(\w+)/) || [])[1];
  if (themes.includes(kept) && !new URLSearchParams(location.search).has("theme")) root.dataset.theme = kept;

  function choose(theme) {
    root.dataset.theme = theme;
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
    press();
  }

  function press() {
    for (const button of document.querySelectorAll("button[name=theme]"))
      button.setAttribute("aria-pressed", String(button.value === root.dataset.theme));
  }

  document.addEventListener("click", event => {
    const button = event.target.closest("button[name=theme]");
    if (button && themes.includes(button.value)) {
      event.preventDefault();
      choose(button.value);
    }
    for (const menu of document.querySelectorAll("details.menu[open]"))
      if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  // A menu that opens at the foot of the window is brought into it; "toggle" does not bubble.
  document.addEventListener("toggle", event => {
    if (event.target.matches("details.menu[open]"))
      event.target.querySelector(".menu-panel")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, true);

  // Tabs that have no room scroll: the one that is open is brought into view, and the edge behind which there is more says so.
  function tellMore(tabs) {
    const gone = Math.abs(tabs.scrollLeft);
    tabs.classList.toggle("more-before", gone > 1);
    tabs.classList.toggle("more-after", gone < tabs.scrollWidth - tabs.clientWidth - 1);
  }
  const tellAll = () => document.querySelectorAll(".tabs").forEach(tellMore);
  document.addEventListener("scroll", event => {
    if (event.target.matches?.(".tabs")) tellMore(event.target);
  }, true);
  addEventListener("resize", tellAll);
  addEventListener("load", tellAll);   // the letters have their widths
  document.addEventListener("DOMContentLoaded", () => {
    press();
    for (const tab of document.querySelectorAll(".tabs a[aria-current]"))
      tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;
    tellAll();
  });
})();

// A form goes out once: a second press while the answer is on its way would do the same again. Where the answer is a
// file (data-again) the page stays, and may be asked again.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented || "again" in form.dataset) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
